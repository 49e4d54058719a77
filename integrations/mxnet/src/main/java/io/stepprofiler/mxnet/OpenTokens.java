package io.stepprofiler.mxnet;

import java.util.Arrays;

/** What one object has begun and not ended, the last first. For any thread. */
final class OpenTokens {
    /** Most that are open at a time; more are not recorded. */
    private static final int MAX_OPEN = 1024;

    private long[] tokens = new long[4];
    private int size;
    private int excess;

    /** Whether there is room for another one; if not, it is only counted. */
    synchronized boolean enter() {
        if (size == MAX_OPEN) {
            excess++;
        }
        return size < MAX_OPEN;
    }

    synchronized void push(long token) {
        if (size == tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * size);
        }
        tokens[size++] = token;
    }

    /** What was begun last; 0, which ends nothing, if there is nothing. */
    synchronized long pop() {
        if (excess > 0) {
            excess--;
            return 0;
        }
        return size == 0 ? 0 : tokens[--size];
    }
}
