package io.stepprofiler.handlers.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

class TextDeflaterTest {
    private final TextDeflater deflater = new TextDeflater();

    /** What zlib makes of it. */
    private byte[] readBack(byte[] text, int length) throws DataFormatException {
        int size = deflater.deflate(text, length);
        Inflater inflater = new Inflater(true);
        inflater.setInput(deflater.output(), 0, size);
        byte[] back = new byte[length + 1];
        int read = inflater.inflate(back);
        assertThat(inflater.getRemaining()).isZero();
        inflater.end();
        return Arrays.copyOf(back, read);
    }

    /** Few or many different bytes, with stretches that are repeated from near and far, and runs. */
    private static byte[] text(Random random) {
        byte[] text = new byte[random.nextInt(4) == 0 ? random.nextInt(20) : random.nextInt(100_000)];
        int different = 1 + random.nextInt(256);
        int at = 0;
        while (at < text.length) {
            int length = Math.min(text.length - at, 1 + random.nextInt(600));
            int back = 1 + random.nextInt(random.nextBoolean() ? 300 : 40_000);
            boolean repeats = back <= at && random.nextBoolean();
            for (int i = 0; i < length; i++, at++) {
                text[at] = repeats ? text[at - back] : (byte) random.nextInt(different);
            }
        }
        return text;
    }

    @Test
    void text_ofAnyKind_isReadBackByZlib() throws DataFormatException {
        for (int seed = 0; seed < 1000; seed++) {
            byte[] text = text(new Random(seed));
            assertThat(readBack(text, text.length)).as("seed %d", seed).isEqualTo(text);
        }
    }

    @Test
    void repetitions_ofEveryLengthAndDistance_areReadBack() throws DataFormatException {
        Random random = new Random(1);
        for (int length = 1; length < 600; length++) {
            int distance = length < 300 ? length : 1 + random.nextInt(33_000);
            byte[] text = new byte[distance + length + 20];
            random.nextBytes(text);
            for (int i = 0; i < length; i++) {
                text[distance + i] = text[i];
            }
            assertThat(readBack(text, text.length)).isEqualTo(text);
        }
        for (int distance : new int[] {32_766, 32_767, 32_768, 32_769}) {
            byte[] text = new byte[distance + 100];
            random.nextBytes(text);
            System.arraycopy(text, 0, text, distance, 100);
            assertThat(readBack(text, text.length)).isEqualTo(text);
        }
    }

    @Test
    void text_shorterThanTheOneBefore_isReadBackAlone() throws DataFormatException {
        byte[] text = "the same again and again, ".repeat(1000).getBytes(StandardCharsets.US_ASCII);
        for (int length = text.length; length >= 0; length = length == 0 ? -1 : length / 2) {
            assertThat(readBack(text, length)).isEqualTo(Arrays.copyOf(text, length));
        }
    }

    /** Counts that grow like this make the deepest tree there is. */
    @Test
    void code_ofVeryDifferentCounts_isCompleteAndWithinTheLimit() {
        for (int limit : new int[] {7, 15}) {
            int[] counts = new int[19];
            int before = 1;
            int count = 1;
            for (int i = 0; i < counts.length; i++) {
                counts[i] = count;
                count += before;
                before = counts[i];
            }
            HuffmanCode code = new HuffmanCode(counts, limit);
            double sum = 0;
            for (int symbol = 0; symbol < counts.length; symbol++) {
                assertThat(code.length(symbol)).isBetween(1, limit);
                sum += Math.pow(2, -code.length(symbol));
            }
            assertThat(sum).isEqualTo(1.0);
        }
    }

    @Test
    void code_ofOneSymbolOrNone_hasTwo() {
        HuffmanCode none = new HuffmanCode(new int[5], 15);
        assertThat(none.length(0) + none.length(1)).isEqualTo(2);
        int[] one = new int[5];
        one[3] = 100;
        HuffmanCode code = new HuffmanCode(one, 15);
        assertThat(code.length(3)).isEqualTo(1);
        assertThat(code.length(0)).isEqualTo(1);
    }
}
