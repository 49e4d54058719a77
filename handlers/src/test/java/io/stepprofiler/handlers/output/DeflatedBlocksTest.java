package io.stepprofiler.handlers.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeflatedBlocksTest {
    private static final int HEADER_LENGTH = 10;
    private static final int TRAILER_LENGTH = 8;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000, 1 << 18, (1 << 18) + 1, 3_000_000})
    void file_ofAnyLength_isReadBack(int length) throws IOException {
        byte[] text = "the same again and again, "
                .repeat(length / 26 + 1)
                .substring(0, length)
                .getBytes(StandardCharsets.UTF_8);

        assertThat(gunzip(compressed(text))).isEqualTo(text);
    }

    @Test
    void file_thatCannotBeCompressed_isReadBack() throws IOException {
        byte[] noise = new byte[2_000_000];
        new Random(1).nextBytes(noise);

        assertThat(gunzip(compressed(noise))).isEqualTo(noise);
    }

    @Test
    void file_ofManyBlocks_isOneMember() throws IOException, DataFormatException {
        byte[] text = new byte[3_000_000];
        byte[] file = compressed(text);
        Inflater inflater = new Inflater(true);
        inflater.setInput(file, HEADER_LENGTH, file.length - HEADER_LENGTH);

        assertThat(inflater.inflate(new byte[text.length + 1])).isEqualTo(text.length);
        assertThat(inflater.finished()).isTrue();
        assertThat(inflater.getRemaining()).isEqualTo(TRAILER_LENGTH);
        inflater.end();
    }

    @Test
    void worker_thatFails_failsTheFileWithItsCause() {
        assertThatThrownBy(() -> {
                    try (DeflatedBlocks blocks = new DeflatedBlocks(out, DeflatedBlocksTest::useless)) {
                        write(blocks, new byte[5_000_000]);
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("compression failed: java.lang")
                .hasCauseInstanceOf(RuntimeException.class);
        assertThat(DeflateThreads.alive()).isEmpty();
    }

    @Test
    void interrupt_whileCompressing_endsTheFileOrIsKept() {
        Thread.currentThread().interrupt();
        Throwable thrown = catchThrowable(() -> compressed(new byte[20_000_000]));

        assertThat(Thread.interrupted()).isTrue();
        // If no block had to be waited for, the interrupt is for others to see.
        assertThat(thrown == null || thrown instanceof InterruptedIOException).isTrue();
        assertThat(DeflateThreads.alive()).isEmpty();
    }

    private static byte[] gunzip(byte[] compressed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        }
    }

    private static DeflatedBlock useless() {
        return new DeflatedBlock() {
            @Override
            public DeflatedBlock call() {
                throw new IllegalStateException("for the test");
            }
        };
    }

    private byte[] compressed(byte[] text) throws IOException {
        try (DeflatedBlocks blocks = new DeflatedBlocks(out)) {
            write(blocks, text);
        }
        return out.toByteArray();
    }

    private static void write(DeflatedBlocks blocks, byte[] text) throws IOException {
        byte[] block = blocks.first();
        int from = 0;
        while (text.length - from > block.length) {
            System.arraycopy(text, from, block, 0, block.length);
            from += block.length;
            block = blocks.next(block, block.length);
        }
        System.arraycopy(text, from, block, 0, text.length - from);
        blocks.finish(block, text.length - from);
    }
}
