package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingPeriodTest {
    @ParameterizedTest
    @CsvSource({"20 ms, 20000000", "10ms, 10000000", "1 s, 1000000000", "100 us, 100000", "7 ns, 7", "5 MS, 5000000"})
    void period_inAnyUnit_isInNanoseconds(String text, long nanos) {
        assertThat(SamplingPeriod.parsed(text)).hasValue(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "everyChunk", "ms", "-1 ms", "1 fortnight", "99999999999999999999 ms"})
    void period_thatIsNone_isEmpty(String text) {
        assertThat(SamplingPeriod.parsed(text)).isEqualTo(OptionalLong.empty());
    }

    @Test
    void period_besideARecordingThatSamplesMoreOften_isThatOne() {
        try (Recording other = new Recording()) {
            other.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(2));
            assertThat(SamplingPeriod.nanos(Duration.ofMillis(10))).isEqualTo(10_000_000);
            other.start();
            assertThat(SamplingPeriod.nanos(Duration.ofMillis(10))).isEqualTo(2_000_000);
            other.stop();
            assertThat(SamplingPeriod.nanos(Duration.ofMillis(10))).isEqualTo(10_000_000);
        }
    }
}
