package io.stepprofiler;

import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.trace.Trace;
import java.util.concurrent.atomic.AtomicLong;

/** Thousands of steps with a history, far more than the heap holds; for a process of its own. */
final class HistoryLoop {
    private static final long LONGEST_WAIT_NANOS = 60_000_000_000L;
    private static final int STEPS = 4000;
    private static final int EVENTS = 4000;
    private static final Label LABEL = Label.of("event");
    private static final Counter COUNTER = Counter.of("loss");

    private HistoryLoop() {}

    private static final History HISTORY = History.ofSteps(10).withMaxBytes(4 << 20);

    private static final AtomicLong TRACES = new AtomicLong();
    private static final AtomicLong TOO_LARGE = new AtomicLong();

    /** Ends with status 0 if what was kept stayed below its bound and the last step is there. */
    public static void main(String[] arguments) {
        Profile profile = Profile.builder()
                .history(HISTORY)
                .onTraceReady(HistoryLoop::check)
                .start();
        for (int step = 0; step < STEPS; step++) {
            for (int i = 0; i < EVENTS; i++) {
                try (Scope scope = Scope.open(LABEL)) {
                    if (i % 10 == 0) {
                        scope.arg("step", step);
                    }
                }
            }
            COUNTER.record(step);
            if (step % 400 == 399) {
                // What has been taken by then leaves room for what comes.
                takeSnapshot(profile);
            }
            profile.step();
        }
        Scope.open("last").close();
        profile.close();
        Trace last = profile.lastTrace().orElseThrow();
        System.out.println(TRACES + " traces, " + TOO_LARGE + " too large, " + last.account());
        boolean right = Recorded.names(last).contains("last") && TOO_LARGE.get() == 0 && profile.failureCount() == 0;
        Runtime.getRuntime().halt(right ? 0 : 1);
    }

    private static void takeSnapshot(Profile profile) {
        long before = TRACES.get();
        profile.snapshot("in between");
        long deadline = System.nanoTime() + LONGEST_WAIT_NANOS;
        while (TRACES.get() == before) {
            if (System.nanoTime() > deadline) {
                System.out.println("no snapshot was delivered: " + profile.failures());
                Runtime.getRuntime().halt(2);
            }
            Thread.onSpinWait();
        }
    }

    private static void check(Trace trace) {
        TRACES.incrementAndGet();
        if (trace.eventCount() * (long) Chunk.BYTES_PER_EVENT > HISTORY.maxBytes + Limits.maxBufferBytes()) {
            TOO_LARGE.incrementAndGet();
        }
    }
}
