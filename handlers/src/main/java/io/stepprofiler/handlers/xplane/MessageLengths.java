package io.stepprofiler.handlers.xplane;

import java.util.Arrays;

/** The lengths of the long messages of a file in bytes, in the order in which the messages begin. */
final class MessageLengths {
    private long[] lengths = new long[16];
    private int size;

    /** Makes a place for the length of a message that begins, and gives its number. */
    int add() {
        if (size == lengths.length) {
            lengths = Arrays.copyOf(lengths, size * 2);
        }
        return size++;
    }

    void set(int message, long length) {
        lengths[message] = length;
    }

    long get(int message) {
        return lengths[message];
    }
}
