package io.stepprofiler.amount;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "7, 7 ns",
        "7.25, 7.25 ns",
        "999, 999 ns",
        "999.5, 1.00 µs",
        "1234, 1.23 µs",
        "99000, 99.0 µs",
        "123456, 123 µs",
        "999499, 999 µs",
        "999500, 1.00 ms",
        "9994999, 9.99 ms",
        "9995000, 10.0 ms",
        "12345678, 12.3 ms",
        "99950000, 100 ms",
        "1234567890, 1.23 s",
        "7200e9, 7200 s",
        "-2e6, -2.00 ms",
    })
    void time_hasThreeDigitsAndTheLargestUnit(double nanos, String text) {
        assertThat(Amount.time(nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "512, 512 B",
        "12.5, 12.5 B",
        "1023.5, 1.00 KiB",
        "1536, 1.50 KiB",
        "1047552, 1023 KiB",
        "1048064, 1.00 MiB",
        "4294967296, 4.00 GiB",
        "9223372036854775807, 8.00 EiB",
        "-1536, -1.50 KiB",
    })
    void bytes_hasThreeDigitsAndTheLargestUnit(double bytes, String text) {
        assertThat(Amount.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void share_hasOneDecimal_andItsBase() {
        assertThat(Amount.share(0.3712)).isEqualTo("37.1 %");
        assertThat(Amount.share(1)).isEqualTo("100.0 %");
        assertThat(Amount.share(0.0004)).isEqualTo("0.0 %");
        assertThat(Amount.share(0.05, "the step")).isEqualTo("5.0 % of the step");
    }

    @Test
    void change_hasItsSign() {
        assertThat(Amount.shareChange(0.034)).isEqualTo("+3.4 %");
        assertThat(Amount.shareChange(-0.034)).isEqualTo("-3.4 %");
        assertThat(Amount.shareChange(-0.012, 0.123)).isEqualTo("-1.2 to +12.3 %");
        assertThat(Amount.timeChange(1500)).isEqualTo("+1.50 µs");
        assertThat(Amount.timeChange(-1500)).isEqualTo("-1.50 µs");
    }

    @Test
    void bandwidth_hasThreeDigits() {
        assertThat(Amount.bandwidth(12.345)).isEqualTo("12.3 GB/s");
    }

    @Test
    void count_hasTheNameOfOneOrOfSeveral() {
        assertThat(Amount.count(1, "step")).isEqualTo("1 step");
        assertThat(Amount.count(0, "step")).isEqualTo("0 steps");
        assertThat(Amount.count(12345, "class", "classes")).isEqualTo("12345 classes");
    }

    @ParameterizedTest
    @CsvSource({
        "12, 12",
        "123456789, 123456789",
        "2.5, 2.5",
        "2.30259, 2.3",
        "0.012345, 0.0123",
        "123.6, 124",
        "-0.5, -0.5"
    })
    void number_isWholeOrHasThreeDigits(double value, String text) {
        assertThat(Amount.number(value)).isEqualTo(text);
    }

    @Test
    void amount_thatIsNoNumber_isText() {
        assertThat(Amount.share(Double.NaN)).isEqualTo("NaN %");
        assertThat(Amount.time(Double.NaN)).isEqualTo("NaN ns");
        assertThat(Amount.number(Double.POSITIVE_INFINITY)).isEqualTo("Infinity");
    }
}
