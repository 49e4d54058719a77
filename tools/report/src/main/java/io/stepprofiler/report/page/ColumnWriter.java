package io.stepprofiler.report.page;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes columns of numbers as LEB128, as the page's {@code ByteReader} reads them. Keeps some bytes until it is flushed.
 * Not thread-safe.
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

    /** Writes a number of 0 or more. */
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

    /** Writes a number of either sign, close to 0 in few bytes. */
    void signed(long value) throws IOException {
        number((value << 1) ^ (value >> 63));
    }

    /** Writes a text behind its length in bytes. */
    void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        flush();
        out.write(bytes);
    }

    /** Whether what follows has something in it that repeats, as is taken for granted in the beginning. */
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
