package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.window.RetentionBoundary;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptStepsTest {
    private static List<StepMark> ended(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new StepMark(i, 100 + 10 * i, 10, 1, false))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"1, 0, NONE", "1, 1, 100", "1, 5, 140", "3, 2, NONE", "3, 3, 100", "3, 10, 170", "100, 99, NONE"})
    void first_ofSteps_isTheStartOfTheFirstThatIsKept(int kept, int steps, String first) {
        RetentionBoundary all = new RetentionBoundary(kept);
        all.add(ended(steps));
        assertThat(all.firstNanos()).isEqualTo(first.equals("NONE") ? Long.MIN_VALUE : Long.parseLong(first));
    }

    @Test
    void first_ofStepsThatHaveNotEnded_doesNotCountThem() {
        RetentionBoundary all = new RetentionBoundary(2);
        all.add(ended(3));
        all.add(List.of(new StepMark(3, 130, 1, 1, true)));
        all.add(List.of(new StepMark(3, 130, 2, 1, true)));
        assertThat(all.firstNanos()).isEqualTo(110);
    }
}
