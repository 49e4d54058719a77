package io.stepprofiler.benchmarks.training;

import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.benchmarks.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prints, as a Markdown table, what an idle agent and the flight recorder add to a training step, from pairs of
 * processes that run one after the other, with and without; which of a pair comes first changes.
 *
 * <p>Between processes steps differ by more than what is looked for, so there have to be many pairs: what counts is the
 * median of their differences and its confidence interval. {@link WovenInTurn} compares within one process, but only what
 * is woven.
 *
 * <p>The arguments are the agent's jar, the number of pairs, how many steps are warmed up and measured, the model if not
 * all, and what is added if not all: {@code NOTHING}, {@code IDLE_AGENT}, {@code FLIGHT_RECORDER}.
 */
public final class ProcessPairs {
    static final String RESULT = "nanoseconds of a step: ";
    private static final int FIXED = 5;

    /** Difference between the two processes of a pair. */
    private enum Extra {
        NOTHING("nothing, which shows the error", ""),
        IDLE_AGENT("the agent, waiting for its first window", "0.5 %"),
        FLIGHT_RECORDER("the flight recorder", "1 %");

        private final String what;
        private final String bar;

        Extra(String what, String bar) {
            this.what = what;
            this.bar = bar;
        }
    }

    /** Of one process, in nanoseconds. */
    private record Steps(double tenth, double median) {}

    private final Path agent;
    private final String warmUp;
    private final String measured;

    private ProcessPairs(Path agent, String warmUp, String measured) {
        this.agent = agent;
        this.warmUp = warmUp;
        this.measured = measured;
    }

    /** Measures and prints. */
    public static void main(String[] arguments) throws Exception {
        int pairs = Integer.parseInt(arguments[1]);
        ProcessPairs processes = new ProcessPairs(Path.of(arguments[0]).toRealPath(), arguments[2], arguments[3]);
        System.out.println(
                "| model | added | a step without | median of steps | 95 % | fastest tenth of steps | 95 % | bar |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        DjlTraining.Network[] networks = arguments.length >= FIXED
                ? new DjlTraining.Network[] {DjlTraining.Network.valueOf(arguments[4])}
                : DjlTraining.Network.values();
        Extra[] extras = arguments.length > FIXED
                ? Arrays.stream(arguments, FIXED, arguments.length)
                        .map(Extra::valueOf)
                        .toArray(Extra[]::new)
                : Extra.values();
        for (DjlTraining.Network network : networks) {
            for (Extra extra : extras) {
                processes.print(network, extra, pairs);
            }
        }
    }

    private void print(DjlTraining.Network network, Extra extra, int pairs) throws Exception {
        double[] without = new double[pairs];
        double[] medians = new double[pairs];
        double[] tenths = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            Steps first = run(network, i % 2 == 0 ? extra : Extra.NOTHING);
            Steps second = run(network, i % 2 == 0 ? Extra.NOTHING : extra);
            Steps with = i % 2 == 0 ? first : second;
            Steps bare = i % 2 == 0 ? second : first;
            without[i] = bare.median;
            medians[i] = 100 * (with.median / bare.median - 1);
            tenths[i] = 100 * (with.tenth / bare.tenth - 1);
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.1f µs | %s | %s | %s |%n",
                network,
                extra.what,
                new Sample(without).median() / 1e3,
                interval(medians),
                interval(tenths),
                extra.bar);
    }

    /** The median and its 95 % confidence interval by order statistics. */
    private static String interval(double... percents) {
        Sample sample = new Sample(percents);
        return String.format(Locale.ROOT, "%+.2f %% | %+.2f to %+.2f %%", sample.median(), sample.low(), sample.high());
    }

    private Steps run(DjlTraining.Network network, Extra extra) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(DjlTraining.process());
        if (extra == Extra.IDLE_AGENT) {
            command.add("-javaagent:" + agent + "=wait=1000000000");
        }
        command.addAll(List.of(MeasuredTraining.class.getName(), network.name(), warmUp, measured));
        if (extra == Extra.FLIGHT_RECORDER) {
            command.add("flight_recorder");
        }
        long[] nanos = Arrays.stream(ChildProcess.result(RESULT, command).split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        return new Steps(nanos[0], nanos[1]);
    }
}
