package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.nativeaccess.TimeStampCounter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockAlignmentTest {
    @Test
    void events_ofAllThreads_areWithinAMicrosecondOfTheMonotonicClock() throws Exception {
        assumeThat(new TimeStampCounter().unusable()).isEmpty();
        ClockAlignment.Result result = ClockAlignment.measure(Duration.ofSeconds(3));
        assertThat(result.clock()).matches("time-stamp counter, \\d+\\.\\d+ [GM]Hz, rate within .* ppm of .*");
        assertThat(result.lines().count()).isPositive();
        assertThat(result.lines().quantile(1)).isLessThanOrEqualTo(1000);
    }
}
