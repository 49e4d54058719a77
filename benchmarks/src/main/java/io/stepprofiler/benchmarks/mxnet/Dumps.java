package io.stepprofiler.benchmarks.mxnet;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.mxnet.DumpFormat;
import io.stepprofiler.mxnet.DumpsOptions;
import io.stepprofiler.mxnet.Profiler;
import io.stepprofiler.mxnet.ProfilerConfig;
import io.stepprofiler.mxnet.ProfilerState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints, as a Markdown table, how long {@link Profiler#dumps()} takes after a million events, by number of names: at
 * once, when the last events have still to be taken, and when all have been aggregated.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.mxnet.Dumps</pre>
 */
public final class Dumps {
    private static final int EVENTS = 1_000_000;
    private static final int ROUNDS = 11;
    private static final double NANOS_A_MILLI = 1e6;

    private Dumps() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createTempDirectory("dumps");
        System.out.println("| `dumps` of 1 million events | at once | aggregated, table | aggregated, JSON | bar |");
        System.out.println("|---|---|---|---|---|");
        for (int names : new int[] {10, 1000, 10_000}) {
            print(names, directory.resolve("profile.json"));
        }
    }

    private static void print(int names, Path file) {
        List<Label> labels = IntStream.range(0, names)
                .mapToObj(i -> Label.of("operation number " + i))
                .toList();
        double[] first = new double[ROUNDS];
        double[] table = new double[ROUNDS];
        double[] json = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            Profiler.setConfig(ProfilerConfig.builder()
                    .filename(file)
                    .continuousDump(false)
                    .profileMemory(false)
                    .aggregateStats(true)
                    .build());
            Profiler.setState(ProfilerState.RUN);
            for (int i = 0; i < EVENTS; i++) {
                Scope.open(labels.get(i % names)).close();
            }
            first[round] = millis(DumpsOptions.DEFAULT);
            table[round] = millis(DumpsOptions.DEFAULT);
            json[round] = millis(DumpsOptions.DEFAULT.format(DumpFormat.JSON));
            Profiler.dumps(DumpsOptions.DEFAULT.reset(true));
            Profiler.dump();
        }
        System.out.printf(
                Locale.ROOT,
                "| of %d names | %.1f ms | %.1f ms | %.1f ms | ≤ 50 ms |%n",
                names,
                median(first),
                median(table),
                median(json));
    }

    private static double millis(DumpsOptions options) {
        long begin = System.nanoTime();
        String text = Profiler.dumps(options);
        long end = System.nanoTime();
        if (text.isEmpty()) {
            throw new IllegalStateException("no statistics");
        }
        return (end - begin) / NANOS_A_MILLI;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
