package io.stepprofiler.tuning;

import io.stepprofiler.testkit.TestProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;

/** The test kit's clock without its profile, and functions that take a stated time by it. */
final class FakeTime implements AutoCloseable {
    private final TestProfile test = TestProfile.start();

    /** The ids of the calls, in their order. */
    final List<String> called = new ArrayList<>();

    FakeTime() {
        // Its clock stays in use until it is closed, too.
        test.profile().close();
    }

    long nanos() {
        return test.clock().now().toNanos();
    }

    void pass(long nanos) {
        test.clock().advance(Duration.ofNanos(nanos));
    }

    /** A function that takes the times of a supplier, one a call. */
    Callable<String> taking(String id, LongSupplier nanos) {
        return () -> {
            called.add(id);
            pass(nanos.getAsLong());
            return id;
        };
    }

    /** A builder that has this clock, and three calls in place of a warm-up until steady. */
    TuningBuilder tuning() {
        return Tuning.of("work").clock(this::nanos).warmup(3);
    }

    @Override
    public void close() {
        test.close();
    }
}
