package io.stepprofiler.junit;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.DiffOptions;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.diff.Verdict;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.report.faces.DiffDocument;
import io.stepprofiler.report.faces.SummaryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Recorded runs of a test, a summary each.
 *
 * @param directory their directory
 */
record Baseline(Path directory) {
    private static final String HOW_TO =
            "-Dstepprofiler.baseline=record adds a run: record three or more, each in another process";
    private static final Set<Verdict> WORSE = Set.of(Verdict.SLOWER, Verdict.SUSPECTED_SLOWER);

    /** Compares a run with the recorded ones, or records it; returns what is wrong, a text each. */
    List<String> check(StepReport run, double threshold, String... phases) throws IOException {
        if (System.getProperty("stepprofiler.baseline", "").equals("record")) {
            Files.createDirectories(directory);
            String name = run.windows().get(0).run().traceId() + ".json";
            Files.writeString(directory.resolve(name), SummaryFile.json(run));
            return List.of();
        }
        List<WindowReport> base = windows();
        return base.isEmpty()
                ? List.of("there is no baseline in " + directory.toAbsolutePath() + "; " + HOW_TO)
                : compare(base, run.windows(), threshold, phases);
    }

    private List<WindowReport> windows() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<WindowReport> windows = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                windows.addAll(SummaryFile.read(file).windows());
            }
        }
        return windows;
    }

    private List<String> compare(List<WindowReport> base, List<WindowReport> run, double threshold, String... phases) {
        long runs =
                base.stream().map(window -> window.run().process()).distinct().count();
        DiffOptions options = DiffOptions.DEFAULT
                .withThreshold(threshold)
                .withNoise(runs > 1 ? ReportDiff.noise(base, "the runs of the baseline") : Map.of());
        ReportDiff diff = ReportDiff.of(base, run, options);
        List<String> wrong = new ArrayList<>();
        if (diff.verdict() == Verdict.NOT_COMPARABLE) {
            wrong.add("the step cannot be compared with its baseline: " + diff.reason());
        }
        diff.metrics().stream()
                .filter(each -> each.isGate() && WORSE.contains(each.verdict()))
                .forEach(each -> wrong.add(worse(each.metric().title(), each)));
        for (String phase : phases) {
            String title = "phase '" + phase + "'";
            ReportDiff.ofPhase(phase, base, run, options)
                    .map(each -> WORSE.contains(each.verdict()) ? worse(title, each) : "")
                    .or(() -> Optional.of(title + " is not in all runs"))
                    .filter(sentence -> !sentence.isEmpty())
                    .ifPresent(wrong::add);
        }
        if (!wrong.isEmpty()) {
            wrong.add("If this is meant, delete " + directory + "; " + HOW_TO + "\n" + DiffDocument.text(diff));
        }
        return wrong;
    }

    private static String worse(String title, MetricDiff metric) {
        return title + " is worse than the baseline: "
                + Amount.shareChange(metric.change().ratio() - 1) + "; its noise band is "
                + Amount.share(metric.change().band());
    }
}
