package io.stepprofiler.benchmarks.journal;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.benchmarks.DirectoryTree;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * Measures how long the call of {@code step()} takes that ends a window of many events, held in memory or written to a
 * journal; and of that, how long it has a processor, which is what it takes where no others want them.
 *
 * <pre>java -Xmx2g -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.journal.WindowEnds 10000000 20</pre>
 */
public final class WindowEnds {
    private static final Label LABEL = Label.of("event");
    private static final long BYTES_PER_EVENT = 20;

    private WindowEnds() {}

    /**
     * Measures both.
     *
     * @param arguments how many events a window has, and how many windows there are
     */
    public static void main(String[] arguments) throws IOException {
        int events = Integer.parseInt(arguments[0]);
        int windows = Integer.parseInt(arguments[1]);
        measure(
                "in memory",
                Profile.builder().maxEvents(events + 100_000L).maxBufferBytes(events * BYTES_PER_EVENT + (8 << 20)),
                events,
                windows);
        Path directory = Files.createTempDirectory("window-ends");
        try {
            measure("journal", Profile.builder().journal(JournalOptions.in(directory)), events, windows);
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private static void measure(String what, ProfileBuilder builder, int events, int windows) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] nanos = new long[windows];
        long[] cpuNanos = new long[windows];
        long[] dropped = {0};
        Profile profile = builder.schedule(Schedule.builder()
                        .wait(1)
                        .warmup(1)
                        .active(1)
                        .repeat(windows)
                        .build())
                .closeTimeout(Duration.ofMinutes(5))
                .onTraceReady(trace -> dropped[0] += trace.account().droppedTotal())
                .start();
        try (profile) {
            for (int window = 0; window < windows; window++) {
                // The time to wait is for delivering the window before, as steps between windows are.
                profile.awaitDelivery(Duration.ofMinutes(5));
                profile.step();
                record(events / 100);
                profile.step();
                record(events);
                long cpuBegin = threads.getCurrentThreadCpuTime();
                long begin = System.nanoTime();
                profile.step();
                nanos[window] = System.nanoTime() - begin;
                cpuNanos[window] = threads.getCurrentThreadCpuTime() - cpuBegin;
            }
        }
        Arrays.sort(nanos);
        Arrays.sort(cpuNanos);
        System.out.printf(
                Locale.ROOT,
                "%-10s %,d events, %d windows: step() that ends one: median %.3f ms, 9 of 10 %.3f ms, longest %.3f ms; "
                        + "of the processor's time median %.3f ms, longest %.3f ms; %,d dropped, %d failures%n",
                what,
                events,
                windows,
                nanos[windows / 2] / 1e6,
                nanos[windows * 9 / 10] / 1e6,
                nanos[windows - 1] / 1e6,
                cpuNanos[windows / 2] / 1e6,
                cpuNanos[windows - 1] / 1e6,
                dropped[0],
                profile.failureCount());
    }

    private static void record(int events) {
        for (int i = 0; i < events; i++) {
            Scope.open(LABEL).close();
        }
    }
}
