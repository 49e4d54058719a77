package io.stepprofiler.cuda;

import java.nio.ByteBuffer;

/** One record of a reading, in the form that cuda_records.h describes; one object is moved from record to record. */
final class CudaRecord {
    static final int NO_NAME = -1;

    /** CUPTI's word for no stream, no event, no context. */
    static final long NONE = 0xffff_ffffL;

    private final ByteBuffer words;
    private int at;

    CudaRecord(ByteBuffer words) {
        this.words = words;
    }

    /** Moves to the record that begins with some word; answers the words that it has, which are 1 or more. */
    int moveTo(int word) {
        at = word;
        int length = (int) (head() >>> 16) & 0xffff;
        if (length == 0 || (at + length) * Long.BYTES > words.limit()) {
            throw new IllegalStateException("a record of " + length + " words at word " + word);
        }
        return length;
    }

    /** The record by itself, which stays when this one is moved. */
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

    /** The number of its name, or {@link #NO_NAME}. */
    int name() {
        return (int) (head() >>> 32);
    }

    long word(int index) {
        return words.getLong((at + index) * Long.BYTES);
    }

    /** The lower half of a word, without a sign. */
    long low(int index) {
        return word(index) & 0xffff_ffffL;
    }

    /** The upper half of a word, without a sign. */
    long high(int index) {
        return word(index) >>> 32;
    }

    /** One byte of a word, without a sign, from the lowest. */
    int part(int index, int which) {
        return (int) (word(index) >>> (8 * which)) & 0xff;
    }

    private long head() {
        return words.getLong(at * Long.BYTES);
    }
}
