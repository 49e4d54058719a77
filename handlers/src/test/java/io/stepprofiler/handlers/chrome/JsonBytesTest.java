package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.handlers.output.PlainBlocks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JsonBytesTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonBytes out = new JsonBytes(new PlainBlocks(bytes));
    private final StringBuilder expected = new StringBuilder();

    @Test
    void numbers_ofAllLengthsOverManyBlocks_areWrittenInFull() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 50_000; i++) {
            long value = random.nextLong() >>> random.nextInt(1, 64);
            out.digits(value);
            out.put("\n");
            out.micros(value);
            out.put("\n");
            expected.append(value).append('\n');
            expected.append(BigDecimal.valueOf(value, 3).toPlainString()).append('\n');
        }
        assertWritten();
    }

    @Test
    void numbers_aroundPowersOfTen_areWrittenInFull() throws IOException {
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            for (long value : new long[] {power - 1, power, power + 1}) {
                out.digits(value);
                out.put(",");
                expected.append(value).append(',');
            }
        }
        out.digits(Long.MAX_VALUE);
        expected.append(Long.MAX_VALUE);
        assertWritten();
    }

    private void assertWritten() throws IOException {
        out.finish();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
    }
}
