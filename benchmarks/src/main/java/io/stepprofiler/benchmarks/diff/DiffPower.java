package io.stepprofiler.benchmarks.diff;

import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.DiffOptions;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.diff.Spread;
import io.stepprofiler.analysis.diff.Verdict;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.report.faces.SummaryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prints, as a Markdown table, the verdicts of {@code stepprof diff} on runs of one program (A/A: "slower" is a false
 * positive), and on runs of two programs of which the second is slower (A/B: any other verdict is a false negative).
 *
 * <p>It runs {@link MeasuredLoop} in a separate process each time, all programs in turn, and then compares many samples
 * of these runs, each with the defaults of the command. The arguments are the number of runs of each program, the number
 * of comparisons, and a directory for the summaries.
 */
public final class DiffPower {
    /** Program to compare, by the arguments of {@link MeasuredLoop} other than the file. */
    private enum Program {
        PLAIN(0, 0, 0),
        LONGER_10(10, 0, 0),
        LONGER_20(20, 0, 0),
        LONGER_30(30, 0, 0),
        SLEEPS(0, 20, 0),
        GAPS_2(0, 0, 2),
        GAPS_6(0, 0, 6);

        @SuppressWarnings("ImmutableEnumChecker") // Never changed.
        private final List<String> arguments;

        Program(int percent, int sleepMillis, int gapMillis) {
            arguments = Stream.of(percent, sleepMillis, gapMillis)
                    .map(String::valueOf)
                    .toList();
        }
    }

    /** Pair of programs, with its name in the table. */
    private record Pair(String name, Program base, Program next) {}

    private static final List<Pair> PAIRS = List.of(
            new Pair("nothing", Program.PLAIN, Program.PLAIN),
            new Pair("nothing; gaps of 2 ms", Program.GAPS_2, Program.GAPS_2),
            new Pair("nothing; every fifth step sleeps", Program.SLEEPS, Program.SLEEPS),
            new Pair("steps 10 % longer", Program.PLAIN, Program.LONGER_10),
            new Pair("steps 20 % longer", Program.PLAIN, Program.LONGER_20),
            new Pair("steps 30 % longer", Program.PLAIN, Program.LONGER_30),
            new Pair("every fifth step sleeps 20 ms", Program.PLAIN, Program.SLEEPS),
            new Pair("gaps of 6 instead of 2 ms", Program.GAPS_2, Program.GAPS_6));
    private static final int[] SIDES = {1, 3, 4, 5};

    private final int count;
    private final int draws;
    private final Path directory;

    private DiffPower(int count, int draws, Path directory) {
        this.count = count;
        this.draws = draws;
        this.directory = directory;
    }

    /** Runs the processes, and prints the table. */
    public static void main(String[] arguments) throws Exception {
        DiffPower power = new DiffPower(
                Integer.parseInt(arguments[0]),
                Integer.parseInt(arguments[1]),
                Files.createDirectories(Path.of(arguments[2])));
        System.out.println("Load of the machine before and after: " + load() + ",");
        Map<Program, List<WindowReport>> runs = power.runs();
        System.out.println(load() + ". Processors: " + Runtime.getRuntime().availableProcessors());
        power.print(runs);
    }

    private static String load() throws IOException {
        Path load = Path.of("/proc/loadavg");
        return Files.exists(load) ? Files.readString(load).strip() : "not known";
    }

    private Map<Program, List<WindowReport>> runs() throws IOException, InterruptedException {
        Map<Program, List<WindowReport>> runs = new EnumMap<>(Program.class);
        for (int i = 0; i < count; i++) {
            for (Program program : Program.values()) {
                Path file = directory.resolve(program + "-" + i + ".json");
                if (!Files.exists(file)) {
                    List<String> command = new ArrayList<>(
                            List.of("-cp", System.getProperty("java.class.path"), MeasuredLoop.class.getName()));
                    command.addAll(program.arguments);
                    command.add(file.toString());
                    ChildProcess.result("written: ", command);
                }
                runs.computeIfAbsent(program, any -> new ArrayList<>())
                        .addAll(SummaryFile.read(file).windows());
            }
        }
        return runs;
    }

    private void print(Map<Program, List<WindowReport>> runs) {
        runs.forEach((program, windows) -> {
            Map<DiffMetric, Spread> noise = ReportDiff.noise(windows, "");
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d runs, which differ by %.1f %% (undisturbed step), %.1f %% (processor time), %.1f %%"
                            + " (steps a second)%n",
                    program,
                    windows.size(),
                    percent(noise, DiffMetric.COST),
                    percent(noise, DiffMetric.CPU),
                    percent(noise, DiffMetric.THROUGHPUT));
        });
        System.out.println("| difference | runs a side | slower | suspected | cannot tell | same | faster |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|");
        for (Pair pair : PAIRS) {
            for (int side : SIDES) {
                if (2 * side <= count) {
                    print(pair.name, side, verdicts(pair, runs, side));
                }
            }
        }
    }

    private static double percent(Map<DiffMetric, Spread> noise, DiffMetric metric) {
        return 100 * Objects.requireNonNull(noise.get(metric), metric.id()).deviation();
    }

    private Map<Verdict, Integer> verdicts(Pair pair, Map<Program, List<WindowReport>> runs, int side) {
        List<WindowReport> base = runs.getOrDefault(pair.base, List.of());
        List<WindowReport> next = runs.getOrDefault(pair.next, List.of());
        Random random = new Random(side);
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (int i = 0; i < draws; i++) {
            List<Integer> order = IntStream.range(0, count).boxed().collect(Collectors.toCollection(ArrayList::new));
            Collections.shuffle(order, random);
            List<WindowReport> ofBase = pick(base, order.subList(0, side));
            if (pair.base != pair.next) {
                Collections.shuffle(order, random);
            }
            List<WindowReport> ofNext = pick(next, order.subList(side, 2 * side));
            Verdict verdict = ReportDiff.of(ofBase, ofNext, DiffOptions.DEFAULT).verdict();
            verdicts.merge(verdict, 1, Integer::sum);
        }
        return verdicts;
    }

    private static List<WindowReport> pick(List<WindowReport> windows, List<Integer> which) {
        return which.stream().map(windows::get).toList();
    }

    private void print(String name, int side, Map<Verdict, Integer> verdicts) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %s | %s | %s | %s | %s |%n",
                name,
                side,
                part(verdicts, Verdict.SLOWER),
                part(verdicts, Verdict.SUSPECTED_SLOWER),
                part(verdicts, Verdict.CANNOT_TELL),
                part(verdicts, Verdict.SAME),
                part(verdicts, Verdict.FASTER, Verdict.SUSPECTED_FASTER));
    }

    private String part(Map<Verdict, Integer> verdicts, Verdict... which) {
        int sum = 0;
        for (Verdict each : which) {
            sum += verdicts.getOrDefault(each, 0);
        }
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * sum / draws);
    }
}
