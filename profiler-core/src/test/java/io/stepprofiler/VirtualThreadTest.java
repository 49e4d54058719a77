package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads came with Java 21")
class VirtualThreadTest {
    @Test
    void virtualThreads_manyAtOnce_areAllRecordedUnderANameOfTheirOwn() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        int threads = 2000;
        Trace trace = Recorded.trace(() -> {
            List<Thread> started = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Runnable body = () -> {
                    Scope outer = Scope.open("on a virtual thread");
                    LockSupport.parkNanos(1); // Leaves the carrier thread to another.
                    Scope.open("inner").close();
                    outer.close();
                };
                started.add((Thread) start.invoke(null, body));
            }
            for (Thread thread : started) {
                thread.join();
            }
        });
        assertThat(trace.account().written()).isEqualTo(2L * threads);
        assertThat(trace.account().anomalies()).isEmpty();
        assertThat(trace.tracks()).hasSize(threads).allSatisfy(track -> {
            assertThat(track.name()).isEqualTo("virtual-" + track.id());
            assertThat(track.size()).isEqualTo(2);
        });
    }
}
