package io.stepprofiler.report.page;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes columns of numbers as LEB128 for the page's {@code ByteReader}. Buffers bytes until it is flushed. Not
 * thread-safe.
 */
final class ColumnWriter {
    private static final int LOW = 0x7F;
    private static final int MORE = 0x80;
    private static final int MOST_OF_A_NUMBER = 10;

    private final OutputStream out;
    private final byte[] buffer = new byte[8192];
    private int size;

    ColumnWriter(OutputStream out) {
        this.out = out;
    }

    /** Writes a non-negative number. */
    void number(long value) throws IOException {
        if (size > buffer.length - MOST_OF_A_NUMBER) {
            flush();
        }
        long rest = value;
        while ((rest & ~LOW) != 0) {
            buffer[size++] = (byte) ((rest & LOW) | MORE);
            rest >>>= 7;
        }
        buffer[size++] = (byte) rest;
    }

    /** Writes a number of either sign; numbers close to 0 take few bytes. */
    void signed(long value) throws IOException {
        number((value << 1) ^ (value >> 63));
    }

    /** Writes the length of a text in bytes, then the text. */
    void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        bytes(bytes);
    }

    /** Writes bytes as they are, without their number. */
    void bytes(byte[] bytes) throws IOException {
        flush();
        out.write(bytes);
    }

    /** Sets whether to search the following data for repetitions; initially true. */
    void expectRepeats(boolean hasRepeats) throws IOException {
        flush();
        if (out instanceof BlockStream block) {
            block.expectRepeats(hasRepeats);
        }
    }

    void flush() throws IOException {
        out.write(buffer, 0, size);
        size = 0;
    }
}
