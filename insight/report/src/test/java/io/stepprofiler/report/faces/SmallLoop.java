package io.stepprofiler.report.faces;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** A small training loop that computes in each step, to which a fault is added. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class SmallLoop {
    /** What a step does besides computing. */
    @FunctionalInterface
    interface Fault {
        void happen(int step) throws Exception;
    }

    /** So long that whatever else a step does is short beside it. */
    static final long LONG_MILLIS = 150;

    private static final int ITERATIONS = 5_000_000;
    private static final Fault NONE = step -> {};

    /** Written so that nothing is computed in vain. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long sink;

    private SmallLoop() {}

    /** The window of a loop with a fault in each step. */
    static Trace withFault(int steps, Fault fault) throws Exception {
        return run(steps, fault, builder -> builder.source(FlightRecorderSource.create()));
    }

    /** The window of the loop without any fault. */
    static Trace clean(int steps) throws Exception {
        return withFault(steps, NONE);
    }

    /** The window of the loop beside which an earlier one is delivered. */
    static Trace besideDelivery(int steps) throws Exception {
        AtomicReference<Trace> first = new AtomicReference<>();
        AtomicReference<Trace> window = new AtomicReference<>();
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(steps).repeat(2).build())
                .delivery(delivery -> delivery.withDeliveryWait(Duration.ZERO))
                .onTraceReady(trace -> {
                    if (first.compareAndSet(null, trace)) {
                        Thread.sleep(LONG_MILLIS);
                    } else {
                        window.set(trace);
                    }
                })
                .start();
        try (profile) {
            for (int step = 0; step <= 2 * (steps + 1); step++) {
                compute();
                profile.step();
            }
        }
        return window.get();
    }

    static Trace run(int steps, Fault fault, UnaryOperator<ProfileBuilder> options) throws Exception {
        AtomicReference<Trace> window = new AtomicReference<>();
        for (int i = 0; i < 5; i++) {
            compute();
        }
        Profile profile = options.apply(Profile.builder()
                        .schedule(Schedule.builder()
                                .warmup(1)
                                .active(steps)
                                .repeat(1)
                                .build())
                        .synchronousDelivery(true)
                        .onTraceReady(window::set))
                .start();
        try (profile) {
            for (int step = 0; step <= steps; step++) {
                fault.happen(step);
                try (Scope ignored = Scope.open("forward")) {
                    compute();
                }
                try (Scope ignored = Scope.open("backward")) {
                    compute();
                }
                profile.step();
            }
        }
        return window.get();
    }

    /** Some milliseconds of arithmetic, which allocates nothing. */
    static void compute() {
        long state = 1;
        for (int i = 0; i < ITERATIONS; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        sink = state;
    }
}
