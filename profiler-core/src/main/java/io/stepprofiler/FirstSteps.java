package io.stepprofiler;

import org.jspecify.annotations.Nullable;

/** The first steps of a process: each is a phase of its {@link Startup}, which the traces of a profile carry. */
final class FirstSteps {
    /** Those of all profiles but the first. */
    static final FirstSteps NONE = new FirstSteps(null, new Metadata());

    private final @Nullable Startup startup;
    private final Metadata metadata;
    private volatile int left;
    private volatile long endedNanos;
    private volatile long profilerNanos;

    FirstSteps(@Nullable Startup startup, Metadata metadata) {
        this.startup = startup;
        this.metadata = metadata;
        left = startup == null ? 0 : Defaults.FIRST_STEPS;
    }

    /** Ends a step, before anything else is done at its end; nothing once enough steps have ended. */
    void ended(long number) {
        Startup watched = startup;
        if (left > 0 && watched != null) {
            end(watched, number);
        }
    }

    private synchronized void end(Startup watched, long number) {
        endedNanos = System.nanoTime();
        try {
            left = watched.endStep(number, endedNanos, profilerNanos) ? left - 1 : 0;
            profilerNanos = 0;
            watched.tell(metadata);
        } catch (RuntimeException | Error e) {
            left = 0; // The training program must not notice.
        }
    }

    /** Tells that the profiler is done with what it did since the last step ended. */
    void began() {
        if (left > 0) {
            profilerNanos = System.nanoTime() - endedNanos;
        }
    }
}
