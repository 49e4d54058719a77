package io.stepprofiler.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StepMarkTest {
    private static List<StepMark> steps(long first, long last, long unfinished) {
        return Stream.concat(
                        LongStream.rangeClosed(first, last).mapToObj(number -> step(number, false)),
                        LongStream.range(last + 1, last + 1 + unfinished).mapToObj(number -> step(number, true)))
                .toList();
    }

    private static StepMark step(long number, boolean unfinished) {
        return new StepMark(number, 10 * number, 10, 1, unfinished);
    }

    @Test
    void inWords_ofWholeSteps_namesTheFirstAndTheLast() {
        assertThat(StepMark.inWords(List.of())).isEmpty();
        assertThat(StepMark.inWords(steps(7, 7, 0))).isEqualTo("step 7");
        assertThat(StepMark.inWords(steps(7, 9, 0))).isEqualTo("steps 7 to 9");
    }

    @Test
    void inWords_ofAStepThatGoesOn_doesNotCountItToTheOthers() {
        assertThat(StepMark.inWords(steps(7, 9, 1))).isEqualTo("steps 7 to 9, and the beginning of step 10");
        assertThat(StepMark.inWords(steps(7, 6, 1))).isEqualTo("the beginning of step 7");
        assertThat(StepMark.inWords(steps(7, 7, 2))).isEqualTo("step 7, and the beginning of steps 8 to 9");
    }
}
