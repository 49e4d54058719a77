package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.output.SafeText;
import java.io.IOException;

/** Appends ready-made bytes and decimal numbers to {@link Blocks}: the hot path of the export. */
final class JsonBytes {
    private static final int MAX_DIGITS = 19;
    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];

    static {
        for (int i = 0; i < 100; i++) {
            TENS[i] = (byte) ('0' + i / 10);
            ONES[i] = (byte) ('0' + i % 10);
        }
    }

    private final Blocks blocks;
    private byte[] block;
    private int at;

    JsonBytes(Blocks blocks) {
        this.blocks = blocks;
        this.block = blocks.first();
    }

    void put(byte[] bytes) throws IOException {
        if (bytes.length > block.length - at) {
            putInParts(bytes);
            return;
        }
        System.arraycopy(bytes, 0, block, at, bytes.length);
        at += bytes.length;
    }

    /** Appends a JSON text; not for the hot path. */
    void put(String json) throws IOException {
        put(SafeText.utf8(json));
    }

    /** Appends a number that is not negative. */
    void digits(long value) throws IOException {
        reserve(MAX_DIGITS);
        int length = length(value);
        writeDigits(value, length);
        at += length;
    }

    /** Appends any number. */
    void number(long value) throws IOException {
        if (value >= 0) {
            digits(value);
        } else {
            put(Long.toString(value));
        }
    }

    /** Appends nanoseconds that are not negative as microseconds with three decimals. */
    void micros(long nanos) throws IOException {
        reserve(MAX_DIGITS + 1);
        long micros = nanos / 1000;
        int rest = (int) (nanos - micros * 1000);
        int length = length(micros);
        writeDigits(micros, length);
        at += length;
        block[at] = '.';
        block[at + 1] = (byte) ('0' + rest / 100);
        block[at + 2] = TENS[rest % 100];
        block[at + 3] = ONES[rest % 100];
        at += 4;
    }

    void finish() throws IOException {
        blocks.finish(block, at);
    }

    private void writeDigits(long value, int length) {
        int position = at + length;
        long rest = value;
        while (rest >= 10) {
            long hundreds = rest / 100;
            int pair = (int) (rest - hundreds * 100);
            block[--position] = ONES[pair];
            block[--position] = TENS[pair];
            rest = hundreds;
        }
        if (position > at) {
            block[at] = (byte) ('0' + rest);
        }
    }

    private static int length(long value) {
        int length = 1;
        long power = 10;
        while (length < MAX_DIGITS && value >= power) {
            power *= 10;
            length++;
        }
        return length;
    }

    private void reserve(int bytes) throws IOException {
        if (block.length - at < bytes) {
            flip();
        }
    }

    private void putInParts(byte[] bytes) throws IOException {
        int from = 0;
        while (from < bytes.length) {
            if (at == block.length) {
                flip();
            }
            int part = Math.min(bytes.length - from, block.length - at);
            System.arraycopy(bytes, from, block, at, part);
            at += part;
            from += part;
        }
    }

    private void flip() throws IOException {
        block = blocks.next(block, at);
        at = 0;
    }
}
