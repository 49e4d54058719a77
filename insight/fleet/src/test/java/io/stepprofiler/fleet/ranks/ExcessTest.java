package io.stepprofiler.fleet.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.ledger.StepValue;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A time of 100 ns above the usual 1000 ns, with batches of 32. */
class ExcessTest {
    static Stream<Arguments> excesses() {
        return Stream.of(
                Arguments.of(Map.of(StepValue.PAUSE_NANOS, 85L, StepValue.CPU_NANOS, 0L), ExcessCause.PAUSES),
                Arguments.of(Map.of(StepValue.PAUSE_NANOS, 75L), ExcessCause.SEVERAL),
                Arguments.of(Map.of(StepValue.PAUSE_NANOS, 81L, StepValue.INPUT_WAIT_NANOS, 90L), ExcessCause.INPUT),
                Arguments.of(Map.of(StepValue.LOCK_PARK_NANOS, 100L), ExcessCause.LOCKS),
                Arguments.of(Map.of(StepValue.IO_NANOS, 100L), ExcessCause.FILES),
                Arguments.of(Map.of(StepValue.BATCH, 3L, StepValue.CPU_NANOS, 100L), ExcessCause.DATA),
                Arguments.of(Map.of(StepValue.BATCH, 2L, StepValue.CPU_NANOS, 100L), ExcessCause.WORK),
                Arguments.of(Map.of(StepValue.CPU_NANOS, 10L), ExcessCause.MACHINE),
                Arguments.of(Map.of(StepValue.CPU_NANOS, -30L), ExcessCause.MACHINE),
                Arguments.of(Map.of(StepValue.CPU_NANOS, 50L), ExcessCause.SEVERAL),
                Arguments.of(
                        Map.of(StepValue.CPU_NANOS, 0L, StepValue.PAUSE_NANOS, 50L, StepValue.IO_NANOS, 50L),
                        ExcessCause.SEVERAL),
                Arguments.of(Map.of(StepValue.COMMUNICATION_NANOS, -300L), ExcessCause.UNKNOWN),
                Arguments.of(Map.of(), ExcessCause.UNKNOWN));
    }

    @ParameterizedTest
    @MethodSource("excesses")
    void cause_isTheColumnThatExplainsMost(Map<StepValue, Long> values, ExcessCause cause) {
        assertThat(new Excess(100, 1000, values, Map.of(StepValue.BATCH, 32L)).cause(0.8))
                .isEqualTo(cause);
    }
}
