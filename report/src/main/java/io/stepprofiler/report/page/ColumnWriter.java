package io.stepprofiler.report.page;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes columns of numbers as LEB128, as the page's {@code ByteReader} reads them. Not thread-safe. */
final class ColumnWriter {
    private static final int LOW = 0x7F;
    private static final int MORE = 0x80;

    private final OutputStream out;

    ColumnWriter(OutputStream out) {
        this.out = out;
    }

    /** Writes a number of 0 or more. */
    void number(long value) throws IOException {
        long rest = value;
        while ((rest & ~LOW) != 0) {
            out.write((int) (rest & LOW) | MORE);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    /** Writes a number of either sign, close to 0 in few bytes. */
    void signed(long value) throws IOException {
        number((value << 1) ^ (value >> 63));
    }

    /** Writes a text behind its length in bytes. */
    void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        out.write(bytes);
    }
}
