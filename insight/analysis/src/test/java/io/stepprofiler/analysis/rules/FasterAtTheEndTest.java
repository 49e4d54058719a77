package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much faster the last third of the steps of a window is than the first one; each digit is a step's duration. */
class FasterAtTheEndTest {
    private static OptionalDouble faster(String steps) {
        StepsOfATrace trace = new StepsOfATrace();
        steps.chars().forEach(step -> trace.step(step - '0', step - '0'));
        return trace.facts().fasterAtTheEnd();
    }

    @ParameterizedTest
    @CsvSource({"888885555544444, 0.5", "888838888855555555554444444444, 0.5", "888884444, 0.5", "888777666, 0.25"})
    void steps_thatGetFaster_saveThePartOfTheMedians(String steps, double saved) {
        assertThat(faster(steps).orElseThrow()).isCloseTo(saved, within(1e-9));
    }

    /** Long inputs come in any order; most of the first and few of the last ones are long. */
    @ParameterizedTest
    @CsvSource({"838833838333338", "383883383833833", "555555555555555", "444445555588888"})
    void steps_ofTwoKindsOrThatGetSlower_saveNothing(String steps) {
        assertThat(faster(steps)).isEmpty();
    }
}
