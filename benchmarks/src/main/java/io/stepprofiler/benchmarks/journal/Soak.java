package io.stepprofiler.benchmarks.journal;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.benchmarks.DirectoryTree;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Records many events on one thread into a journal, and reads it back: each part in a separate process with a small
 * heap, which prints its speed and its use of the heap.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.journal.Soak 100000000 256m 0</pre>
 */
public final class Soak {
    private static final int EVENTS_A_GROUP = 10;
    private static final int GROUPS_A_STEP = 10_000;
    /** Up to 31 rounds of a few nanoseconds each, so that no two events take the same time. */
    private static final int MAX_WORK_SHIFT = Long.SIZE - 5;

    private static final Label[] LABELS = new Label[EVENTS_A_GROUP];

    static {
        for (int i = 0; i < EVENTS_A_GROUP; i++) {
            LABELS[i] = Label.of("layer." + i);
        }
    }

    /** Part of the test, in order; its name is an argument of its process. */
    enum Part {
        RECORD,
        SUMMARY,
        PERFETTO,
        CHROME
    }

    private Soak() {}

    /**
     * Runs all parts, or one of them.
     *
     * @param arguments number of events, heap of each part, limit of millions of events per second (0 for none), and
     *     optionally the buffers in MiB; or, for the process of a part, its name and its arguments
     */
    public static void main(String[] arguments) throws Exception {
        for (Part part : Part.values()) {
            if (part.name().equals(arguments[0])) {
                run(part, arguments);
                return;
            }
        }
        Path directory = Files.createTempDirectory("soak");
        try {
            for (Part part : Part.values()) {
                int status =
                        start(part, directory, arguments).inheritIO().start().waitFor();
                if (status != 0) {
                    throw new IllegalStateException(part + " ended with status " + status);
                }
            }
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    /** Returns the process of a part. */
    static ProcessBuilder start(Part part, Path directory, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + arguments[1],
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Soak.class.getName(),
                part.name(),
                directory.toString(),
                arguments[0],
                arguments[2]));
        if (arguments.length > 3) {
            command.add(arguments[3]);
        }
        return new ProcessBuilder(command);
    }

    private static void run(Part part, String... arguments) throws IOException {
        Path directory = Path.of(arguments[1]);
        long events = Long.parseLong(arguments[2]);
        if (part == Part.RECORD) {
            ProfileBuilder builder = Profile.builder()
                    .schedule(Schedule.always())
                    .delivery(delivery -> delivery.withCloseTimeout(Duration.ofMinutes(5)))
                    .journal(JournalOptions.in(directory).withKeepFiles(true));
            if (arguments.length > 4) {
                builder.limits(limits -> limits.withMaxBufferBytes(Long.parseLong(arguments[4]) << 20));
            }
            record(builder, events, Double.parseDouble(arguments[3]) * 1e6);
            print("journal", events, bytes(directory), 0);
            return;
        }
        long begin = System.nanoTime();
        Trace trace = Journals.assemble(Journals.in(directory).get(0));
        switch (part) {
            case PERFETTO -> export(trace, directory.resolve("soak.pftrace"));
            case CHROME -> export(trace, directory.resolve("soak.json.gz"));
            default -> {
                print("assembled", trace.eventCount(), 0, System.nanoTime() - begin);
                KeyAverages averages = KeyAverages.of(trace);
                print("assembled and summed up", trace.eventCount(), 0, System.nanoTime() - begin);
                System.out.printf(
                        Locale.ROOT,
                        "  %d rows, %s%n",
                        averages.rows().size(),
                        trace.account().summary());
            }
        }
    }

    private static void record(ProfileBuilder builder, long events, double perSecond) {
        Profile profile = builder.start();
        long begin;
        long end;
        try (profile) {
            begin = System.nanoTime();
            long work = 1;
            long groups = events / EVENTS_A_GROUP;
            for (long group = 0; group < groups; group++) {
                Scope around = Scope.open(LABELS[0]);
                for (int i = 1; i < EVENTS_A_GROUP; i++) {
                    work = work * 6364136223846793005L + 1442695040888963407L;
                    Scope layer = Scope.open(LABELS[i]);
                    Blackhole.consumeCPU(work >>> MAX_WORK_SHIFT);
                    layer.close();
                }
                around.close();
                if (group % GROUPS_A_STEP == GROUPS_A_STEP - 1) {
                    profile.step();
                }
                while (perSecond > 0
                        && group % 100 == 0
                        && System.nanoTime() - begin < group * EVENTS_A_GROUP / perSecond * 1e9) {
                    Thread.onSpinWait();
                }
            }
            end = System.nanoTime();
        }
        print(perSecond > 0 ? "recorded, paced" : "recorded, flat out", events, 0, end - begin);
        print("recorded and delivered", events, 0, System.nanoTime() - begin);
        System.out.println("  "
                + profile.lastTrace().map(trace -> trace.account().summary()).orElse("no trace") + ", "
                + profile.failureCount() + " failures");
    }

    private static void export(Trace trace, Path file) throws IOException {
        long begin = System.nanoTime();
        trace.export(file);
        print(file.getFileName().toString(), trace.eventCount(), Files.size(file), System.nanoTime() - begin);
        Files.delete(file);
    }

    private static void print(String what, long events, long bytes, long nanos) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-26s %,12d events", what, events));
        if (nanos > 0) {
            line.append(String.format(Locale.ROOT, "  %6.1f million/s", events * 1e3 / nanos));
        }
        if (bytes > 0) {
            line.append(String.format(Locale.ROOT, "  %,d bytes, %.2f an event", bytes, (double) bytes / events));
        }
        System.out.println(line.append(String.format(Locale.ROOT, "  at most %d MiB of heap", peakHeap() >> 20)));
    }

    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
