package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class RecordedStacksTest {
    @Test
    void frames_ofAWait_haveFileAndLine() throws Exception {
        Trace trace = Windows.of(FlightRecorderSource.create(), () -> {
            LockSupport.parkNanos(50_000_000);
        });
        assertThat(Windows.thread(trace, Thread.currentThread()))
                .filteredOn(event -> event.name().startsWith("Park"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.stack())
                        .anySatisfy(frame -> assertThat(frame.toString()).contains("(RecordedStacksTest.java:")));
    }

    @Test
    void frames_ofAWaitInALambda_areThoseOfWrittenCode() throws Exception {
        Runnable wait = () -> LockSupport.parkNanos(50_000_000);
        Trace trace = Windows.of(FlightRecorderSource.create(), wait::run);
        assertThat(Windows.thread(trace, Thread.currentThread()))
                .filteredOn(event -> event.name().startsWith("Park"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.stack())
                        .noneSatisfy(frame -> assertThat(frame.getClassName()).contains("$$Lambda"))
                        .anySatisfy(frame -> assertThat(frame.getMethodName()).startsWith("lambda$")));
    }
}
