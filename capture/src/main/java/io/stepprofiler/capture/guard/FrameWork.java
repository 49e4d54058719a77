package io.stepprofiler.capture.guard;

import java.util.function.LongSupplier;

/**
 * What clients make the server do, counted in small frames, of which one takes some microseconds. All of them together
 * have one {@link Pace}: whoever asks for more is read later. A flood takes no more of the training's processors than
 * this, however many take part, and a client that asks for little waits for a moment.
 */
final class FrameWork {
    /** Far more than all clients of a training need, and a few thousandths of a processor. */
    static final int PER_SECOND = 2_500;

    /** How many may come at once. */
    static final int AT_ONCE = 2 * PER_SECOND;

    /** A call, from its headers to the end of its answer. */
    static final int CALL = 50;

    /** A connection from its handshake to its end. */
    static final int CONNECTION = 250;

    /** The same with TLS. */
    static final int SECURED = 1_000;

    /** A connection that is closed at once. */
    static final int REFUSAL = 10;

    private static final long NANOS = 1_000_000_000L / PER_SECOND;

    private FrameWork() {}

    static Pace pace(LongSupplier clock) {
        return new Pace(NANOS, AT_ONCE * NANOS, clock);
    }
}
