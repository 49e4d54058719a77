package io.stepprofiler.benchmarks.training;

import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.benchmarks.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Prints, as a Markdown table, the cost that an agent adds to the steps of {@link PlainTraining}, in wall time and in
 * processor time: an agent that records nothing, with all methods woven, 145 calls in a step of a millisecond; and the
 * phases that the agent finds, compared with an agent that records steps alone. Processes with and without it run one
 * after another, in rounds with alternating order; the result is the median of the differences within rounds, with its
 * confidence interval.
 *
 * <p>Arguments: the agent's jar; the duration in seconds; steps to warm up and to measure, 700 and 1200 by default.
 */
public final class IdleAgentCost {
    private static final String PROGRAM = PlainTraining.class.getName();
    private static final String STEP = "step=" + PROGRAM + ".trainBatch,frameworks=,log=quiet,";
    private static final String WOVEN = STEP + "methods=" + PROGRAM + ".*,";

    /** Records from the last steps of the warm-up on, whose number follows. */
    private static final String RECORDED = STEP + "jvm=off,format=chrome,warmup=10,active=1000000,skipFirst=";

    private static final int STEPS_BEFORE = 50;

    /** Addition to a process. */
    private enum Extra {
        NOTHING("", ""),
        NOTHING_AGAIN("nothing, which shows the error", ""),
        BETWEEN_WINDOWS("the agent, waiting for its first window", WOVEN + "wait=1000000000"),
        ON_DEMAND("the agent, waiting to be asked", WOVEN + "onDemand=true,server=0,serverToken=new"),
        STEPS("the agent, recording steps", "phases=off," + RECORDED),
        PHASES("its phases, beyond the steps", RECORDED);

        private final String what;
        private final String options;

        Extra(String what, String options) {
            this.what = what;
            this.options = options;
        }

        /** Returns the arguments of the agent, in a process with a number of steps to warm up. */
        String agent(int warmUp) {
            return options.endsWith("=") ? options + (warmUp - STEPS_BEFORE) : options;
        }

        Extra base() {
            return this == PHASES ? STEPS : NOTHING;
        }
    }

    /** Measured values of a process, in the order in which it prints them. */
    private static final List<String> FIGURES =
            List.of("fastest tenth of steps", "median of steps", "its thread's processor time", "all processor time");

    private final Path agent;
    private final Path classes;
    private final List<String> steps;
    private final List<Map<Extra, double[]>> rounds = new ArrayList<>();

    private IdleAgentCost(Path agent, Path classes, List<String> steps) {
        this.agent = agent;
        this.classes = classes;
        this.steps = steps;
    }

    /** Measures, and prints the table. */
    public static void main(String[] arguments) throws Exception {
        IdleAgentCost cost = new IdleAgentCost(
                Path.of(arguments[0]).toRealPath(),
                program(),
                arguments.length > 3 ? List.of(arguments[2], arguments[3]) : List.of("700", "1200"));
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.parseLong(arguments[1])).toNanos();
        while (System.nanoTime() < end) {
            cost.round();
        }
        cost.print();
    }

    /** Returns a new directory with the program, which in the profiler's jar would count as a part of the profiler. */
    static Path program() throws IOException {
        Path classes = Files.createTempDirectory("plain");
        Path file = classes.resolve(PROGRAM.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        try (InputStream in = PlainTraining.class.getResourceAsStream("PlainTraining.class")) {
            Files.copy(in, file);
        }
        return classes;
    }

    private void round() throws IOException, InterruptedException {
        Map<Extra, double[]> round = new EnumMap<>(Extra.class);
        Extra[] all = Extra.values();
        for (int i = 0; i < all.length; i++) {
            Extra extra = all[(i + rounds.size()) % all.length];
            round.put(extra, run(extra));
        }
        rounds.add(round);
    }

    private double[] run(Extra extra) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("-Xms256m", "-Xmx256m", "-cp", classes.toString()));
        if (!extra.options.isEmpty()) {
            command.add("-javaagent:" + agent + "=dir=" + classes.resolve("log") + ","
                    + extra.agent(Integer.parseInt(steps.get(0))));
        }
        command.add(PROGRAM);
        command.addAll(steps);
        return Arrays.stream(ChildProcess.result(PlainTraining.RESULT, command).split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private void print() {
        double[] bare = rounds.stream()
                .mapToDouble(round -> figure(round, Extra.NOTHING, 1))
                .toArray();
        System.out.printf(
                Locale.ROOT,
                "%d rounds on JDK %s, a step without: %.1f µs%n%n| added | %s |%n|---|---|---|---|---|%n",
                rounds.size(),
                Runtime.version().feature(),
                new Sample(bare).median() / 1e3,
                String.join(" | ", FIGURES));
        for (Extra extra : Extra.values()) {
            if (extra != Extra.NOTHING) {
                System.out.print("| " + extra.what);
                for (int figure = 0; figure < FIGURES.size(); figure++) {
                    System.out.print(" | " + interval(extra, figure));
                }
                System.out.println(" |");
            }
        }
    }

    private static double figure(Map<Extra, double[]> round, Extra extra, int figure) {
        return Objects.requireNonNull(round.get(extra))[figure];
    }

    /** Formats the median and its 95 % confidence interval, by order statistics. */
    private String interval(Extra extra, int figure) {
        return new Sample(rounds.stream()
                        .mapToDouble(
                                round -> 100 * (figure(round, extra, figure) / figure(round, extra.base(), figure) - 1))
                        .toArray())
                .percents();
    }
}
