package io.stepprofiler.cuda;

import java.nio.ByteBuffer;

/** Cursor over records in the format of cuda_records.h. */
final class CudaRecord {
    static final int NO_NAME = -1;

    /** CUPTI's value for no stream, no event, no context. */
    static final long NONE = 0xffff_ffffL;

    private final ByteBuffer words;
    private int at;

    CudaRecord(ByteBuffer words) {
        this.words = words;
    }

    /** Moves to the record that begins at a word, and returns its length in words, at least 1. */
    int moveTo(int word) {
        at = word;
        int length = (int) (head() >>> 16) & 0xffff;
        if (length == 0 || (at + length) * Long.BYTES > words.limit()) {
            throw new IllegalStateException("a record of " + length + " words at word " + word);
        }
        return length;
    }

    /** Returns a copy of the record, which stays when this cursor moves. */
    CudaRecord copy() {
        int bytes = ((int) (head() >>> 16) & 0xffff) * Long.BYTES;
        ByteBuffer copied = ByteBuffer.allocate(bytes).order(words.order());
        copied.put(0, words, at * Long.BYTES, bytes);
        return new CudaRecord(copied);
    }

    int type() {
        return (int) head() & 0xff;
    }

    int code() {
        return (int) (head() >>> 8) & 0xff;
    }

    /** Id of its name, or {@link #NO_NAME}. */
    int name() {
        return (int) (head() >>> 32);
    }

    long word(int index) {
        return words.getLong((at + index) * Long.BYTES);
    }

    /** Lower half of a word, unsigned. */
    long low(int index) {
        return word(index) & 0xffff_ffffL;
    }

    /** Upper half of a word, unsigned. */
    long high(int index) {
        return word(index) >>> 32;
    }

    /** Byte of a word, unsigned, counted from the lowest. */
    int part(int index, int which) {
        return (int) (word(index) >>> (8 * which)) & 0xff;
    }

    private long head() {
        return words.getLong(at * Long.BYTES);
    }
}
