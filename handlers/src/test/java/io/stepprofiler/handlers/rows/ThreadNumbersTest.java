package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.RowNumbers;
import org.junit.jupiter.api.Test;

class ThreadNumbersTest {
    @Test
    void of_idsThatFit_areTheIds() {
        ThreadNumbers numbers = new ThreadNumbers(1);

        assertThat(numbers.of(1)).isEqualTo(1);
        assertThat(numbers.of(RowNumbers.FIRST_OTHER - 1)).isEqualTo(RowNumbers.FIRST_OTHER - 1);
        assertThat(numbers.of(TraceBuilder.FIRST_LANE_ID)).isEqualTo(TraceBuilder.FIRST_LANE_ID);
    }

    @Test
    void of_idsThatDoNotFit_areDistinctNumbersOf31Bits() {
        ThreadNumbers numbers = new ThreadNumbers(1);

        assertThat(new long[] {numbers.of(0), numbers.of(1L << 30), numbers.of(1L << 32), numbers.of(0)})
                .containsExactly(1_610_612_736, 1_610_612_737, 1_610_612_738, 1_610_612_736);
    }
}
