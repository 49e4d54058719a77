package io.stepprofiler.capture.guard;

/** Counts what happens in the current second, by the thread that owns it. */
final class Rate {
    private static final long SECOND = 1_000_000_000;

    private final long most;
    private long since;
    private long count;

    Rate(long most, long now) {
        this.most = most;
        this.since = now;
    }

    /** {@return whether one more is too much in this second} */
    boolean isExceeded(long now) {
        if (now - since >= SECOND) {
            since = now;
            count = 0;
        }
        count++;
        return count > most;
    }
}
