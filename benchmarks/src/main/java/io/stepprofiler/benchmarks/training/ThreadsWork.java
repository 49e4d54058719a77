package io.stepprofiler.benchmarks.training;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the threads of this process take of its processors besides the one that trains, summed up over spans of time:
 * figures that say what a server costs also where the steps' times are lost in noise. The thread that trains makes it.
 *
 * <p>Linux counts the time of each thread that lives in nanoseconds, that of the process with those that have ended in
 * ticks of ten milliseconds.
 */
final class ThreadsWork {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final Path TASKS = Path.of("/proc/self/task");

    /** What compiles code and collects garbage, by the beginning of its name. */
    private static final String MACHINE = "(C1 |C2 |G1 |GC |VM |Sweeper|Service|Signal|Monitor|Notification).*";

    private static final String ENDED = "threads that ended";

    private final long training = Thread.currentThread().getId();

    private double seconds;
    private long bytes;
    private final Map<String, Long> nanosOf = new TreeMap<>();

    /** Times of the threads that live, by their number, and their names. */
    private record Reading(long began, long others, long bytes, Map<Path, Long> times, Map<Path, String> names) {}

    /** A span begins; closing what is answered ends it. */
    AutoCloseable span() throws IOException {
        Reading start = read();
        return () -> end(start, read());
    }

    private void end(Reading start, Reading end) {
        seconds += (end.began - start.began) / 1e9;
        bytes += end.bytes - start.bytes;
        long ended = end.others - start.others;
        for (Map.Entry<Path, Long> each : end.times.entrySet()) {
            long nanos = each.getValue() - start.times.getOrDefault(each.getKey(), 0L);
            String name = end.names.getOrDefault(each.getKey(), ENDED);
            nanosOf.merge(name.matches(MACHINE) ? "compilation and collections" : name, nanos, Long::sum);
            ended -= nanos;
        }
        nanosOf.merge(ENDED, ended, Long::sum);
    }

    private Reading read() throws IOException {
        Map<Path, Long> times = new HashMap<>();
        Map<Path, String> names = new HashMap<>();
        String own = name(Path.of("/proc/thread-self"));
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                try {
                    String name = name(task);
                    if (!name.equals(own)) {
                        times.put(
                                task,
                                Long.parseLong(Files.readString(task.resolve("schedstat"))
                                        .split(" ", 2)[0]));
                        names.put(task, name);
                    }
                } catch (NoSuchFileException e) {
                    // It has ended.
                }
            }
        }
        long allocated = Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                        .filter(each -> each > 0)
                        .sum()
                - THREADS.getThreadAllocatedBytes(training);
        return new Reading(
                System.nanoTime(),
                PROCESS.getProcessCpuTime() - THREADS.getThreadCpuTime(training),
                allocated,
                times,
                names);
    }

    private static String name(Path task) throws IOException {
        return Files.readString(task.resolve("comm")).strip();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%.3f %% of a processor, %.1f KB/s allocated by threads that live, in %.0f s",
                percent(nanosOf.values().stream().mapToLong(Long::longValue).sum()),
                bytes / 1e3 / seconds,
                seconds));
        nanosOf.entrySet().stream()
                .filter(each -> Math.abs(percent(each.getValue())) >= 0.001)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(each -> text.append(
                        String.format(Locale.ROOT, "%n  %7.3f %%  %s", percent(each.getValue()), each.getKey())));
        return text.toString();
    }

    private double percent(long nanos) {
        return nanos / (seconds * 1e7);
    }
}
