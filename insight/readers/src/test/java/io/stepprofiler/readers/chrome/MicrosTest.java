package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MicrosTest {
    private static long nanos(String text) {
        return Micros.nanos(("__" + text).toCharArray(), 2, text.length());
    }

    @Test
    void nanos_anyDecimalInRange_areThoseOfExactArithmetic() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            BigDecimal number = BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(22));
            String text = random.nextBoolean() ? number.toPlainString() : number.toString();
            BigDecimal exact = number.movePointRight(3).setScale(0, RoundingMode.HALF_UP);
            long expected = exact.abs().compareTo(BigDecimal.valueOf(Micros.MOST)) > 0
                    ? Micros.INVALID
                    : exact.longValueExact();
            assertThat(nanos(text)).as(text).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4478874783491.503,4478874783491503",
        "2305843009213693.951,2305843009213693951",
        "0.0005,1",
        "0.0004999,0",
        "-0.0005,-1",
        "1e3,1000000",
        "1E-400000000,0",
        "007,7000",
        "1.,1000",
    })
    void nanos_textOfANumber_areItsNanoseconds(String text, long nanos) {
        assertThat(nanos(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "NaN", "Infinity", "-Infinity", "1e999999999", "1e19", "x", "1.2.3", "1,5", "0x10"})
    void nanos_noNumberOrOutOfRange_areInvalid(String text) {
        assertThat(nanos(text)).isEqualTo(Micros.INVALID);
    }
}
