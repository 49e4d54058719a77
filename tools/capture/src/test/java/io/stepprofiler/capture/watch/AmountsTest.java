package io.stepprofiler.capture.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.00 ms",
        "940, 0.9 µs",
        "99_000, 99.0 µs",
        "100_000, 0.10 ms",
        "9_990_000, 9.99 ms",
        "41_800_000, 41.8 ms",
        "418_000_000, 418 ms",
        "1_500_000_000, 1.50 s",
        "61_000_000_000, 00:01:01",
    })
    void time_ofAnyLength_hasThreeFiguresAndAUnit(String nanos, String expected) {
        assertThat(Amounts.time(Long.parseLong(nanos.replace("_", "")))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 00:00:00", "5025000, 01:23:45", "273906000, 3 d 04:05:06", "-1, 00:00:00"})
    void span_ofAnyLength_isAClockAfterDays(long millis, String expected) {
        assertThat(Amounts.span(millis)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "1023, 1023 B", "1536, 1.5 KiB", "536870912, 512 MiB", "9223372036854775807, 8.0 EiB"})
    void bytes_ofAnySize_haveAUnit(long bytes, String expected) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "0.0004, ''", "-0.0004, ''", "0.012, +1.2", "-0.5, -50.0"})
    void change_thatIsHardlyOne_isNotShown(double change, String expected) {
        assertThat(Amounts.change(change)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.000", "0.0123, 0.012", "23.44, 23.4", "1234.5, '1,235'"})
    void rate_ofAnySize_isShort(double rate, String expected) {
        assertThat(Amounts.rate(rate)).isEqualTo(expected);
    }

    @Test
    void sparkLine_ofValues_isTheirShape() {
        assertThat(Amounts.sparkLine(List.of(10L, 20L, 30L, 80L), 10)).isEqualTo("▁▂▃█");
        assertThat(Amounts.sparkLine(List.of(100L, 101L, 99L, 100L), 10)).isEqualTo("▅▅▄▅");
        assertThat(Amounts.sparkLine(List.of(0L, 0L), 10)).isEqualTo("▁▁");
        assertThat(Amounts.sparkLine(List.of(), 10)).isEmpty();
    }

    @Test
    void sparkLine_ofMoreThanFit_hasTheLast() {
        List<Long> values =
                LongStream.rangeClosed(1, 20).map(each -> 1L << each).boxed().toList();
        assertThat(Amounts.sparkLine(values, 8)).isEqualTo("▁▁▁▁▁▂▄█");
        assertThat(Amounts.sparkLine(values, 0)).isEmpty();
        assertThat(Amounts.sparkLine(values, -1)).isEmpty();
    }
}
