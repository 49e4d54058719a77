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
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prints, as a Markdown table, the verdicts of {@code stepprof diff} on runs of one program (A/A: "slower" is a false
 * positive), and on runs whose steps are 10, 20 and 30 % longer (A/B: any other verdict is a false negative).
 *
 * <p>It runs {@link MeasuredLoop} in a separate process each time, all kinds in turn, and then compares many samples of
 * these runs, each with the defaults of the command. The arguments are the number of runs of each kind, the number of
 * comparisons, and a directory for the summaries.
 */
public final class DiffPower {
    private static final int[] PERCENTS = {0, 10, 20, 30};
    private static final int[] SIDES = {1, 3, 5, 10};

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
        Map<Integer, List<WindowReport>> runs = power.runs();
        System.out.println(load() + ". Processors: " + Runtime.getRuntime().availableProcessors());
        power.print(runs);
    }

    private static String load() throws IOException {
        Path load = Path.of("/proc/loadavg");
        return Files.exists(load) ? Files.readString(load).strip() : "not known";
    }

    private Map<Integer, List<WindowReport>> runs() throws IOException, InterruptedException {
        Map<Integer, List<WindowReport>> runs = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            for (int percent : PERCENTS) {
                Path file = directory.resolve(percent + "-" + i + ".json");
                if (!Files.exists(file)) {
                    ChildProcess.result(
                            "written: ",
                            List.of(
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    MeasuredLoop.class.getName(),
                                    String.valueOf(percent),
                                    file.toString()));
                }
                runs.computeIfAbsent(percent, any -> new ArrayList<>())
                        .addAll(SummaryFile.read(file).windows());
            }
        }
        return runs;
    }

    private void print(Map<Integer, List<WindowReport>> runs) {
        List<WindowReport> same = runs.getOrDefault(0, List.of());
        runs.forEach((percent, windows) -> {
            Spread cost = Objects.requireNonNull(ReportDiff.noise(windows, "").get(DiffMetric.COST), "cost");
            double mean = windows.stream()
                    .mapToDouble(window -> Math.log((double) window.stepTime().p10()))
                    .average()
                    .orElse(0);
            System.out.printf(
                    Locale.ROOT,
                    "%+d %%: %d runs, undisturbed step %.2f ms, runs differ by %.1f %%%n",
                    percent,
                    windows.size(),
                    Math.exp(mean) / 1e6,
                    100 * cost.deviation());
        });
        System.out.println("| steps longer by | runs a side | slower | suspected | cannot tell | same | faster |");
        System.out.println("|---:|---:|---:|---:|---:|---:|---:|");
        for (int percent : PERCENTS) {
            for (int side : SIDES) {
                if (2 * side <= count) {
                    print(percent, side, verdicts(same, runs.getOrDefault(percent, List.of()), side, percent == 0));
                }
            }
        }
    }

    private Map<Verdict, Integer> verdicts(List<WindowReport> base, List<WindowReport> next, int side, boolean isSame) {
        Random random = new Random(side);
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (int i = 0; i < draws; i++) {
            List<Integer> order = IntStream.range(0, count).boxed().collect(Collectors.toCollection(ArrayList::new));
            Collections.shuffle(order, random);
            List<WindowReport> ofBase = pick(base, order.subList(0, side));
            if (!isSame) {
                Collections.shuffle(order, random);
            }
            List<WindowReport> ofNext = pick(next, order.subList(side, 2 * side));
            Verdict verdict = ReportDiff.of(ofBase, ofNext, DiffOptions.DEFAULT)
                    .metric(DiffMetric.COST)
                    .orElseThrow()
                    .verdict();
            verdicts.merge(verdict, 1, Integer::sum);
        }
        return verdicts;
    }

    private static List<WindowReport> pick(List<WindowReport> windows, List<Integer> which) {
        return which.stream().map(windows::get).toList();
    }

    private void print(int percent, int side, Map<Verdict, Integer> verdicts) {
        System.out.printf(
                Locale.ROOT,
                "| %d %% | %d | %s | %s | %s | %s | %s |%n",
                percent,
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
