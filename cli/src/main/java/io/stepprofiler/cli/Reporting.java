package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.report.SummaryFile;
import io.stepprofiler.report.WindowBlocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of commands that report on steps, and how files become a report. */
final class Reporting {
    @Option(
            names = "--threshold",
            paramLabel = "RULE=INFO,WARNING",
            description = "from what figure on a rule says something, such as input-bound=0.1,0.3; may be given again")
    private Map<String, String> thresholds = new LinkedHashMap<>();

    @Option(names = "--without", paramLabel = "RULE", description = "leave a rule out; may be given again")
    private List<String> without = List.of();

    @Mixin
    private Limits limits = new Limits();

    private int exitCode = StepProf.DONE;

    /** Made by picocli. */
    Reporting() {}

    /** What the command exits with after {@link #read}. */
    int exitCode() {
        return exitCode;
    }

    /**
     * What was read.
     *
     * @param report the report
     * @param blocks what a page shows of its windows besides; empty if no page is written
     */
    record Read(StepReport report, List<WindowBlocks> blocks) {}

    /** Reads traces and summaries, one after the other, so that one trace is in memory at a time. */
    StepReport read(List<Path> files, CommandLine line) throws IOException {
        return read(files, (trace, window) -> WindowBlocks.NONE, line).report();
    }

    /** The same, with what a page shows besides. */
    Read readForPage(List<Path> files, CommandLine line) throws IOException {
        return read(files, WindowBlocks::of, line);
    }

    private Read read(List<Path> files, BiFunction<Trace, WindowReport, WindowBlocks> blocksOf, CommandLine line)
            throws IOException {
        RuleSet rules = rules(line);
        List<WindowReport> windows = new ArrayList<>();
        List<WindowBlocks> blocks = new ArrayList<>();
        for (Path file : files) {
            Read read = read(file, files.size(), rules, blocksOf, line);
            windows.addAll(read.report.windows());
            blocks.addAll(read.blocks);
        }
        return new Read(new StepReport(StepReport.VERSION, windows), blocks);
    }

    private Read read(
            Path file,
            int count,
            RuleSet rules,
            BiFunction<Trace, WindowReport, WindowBlocks> blocksOf,
            CommandLine line)
            throws IOException {
        if (Files.isRegularFile(file) && SummaryFile.is(file)) {
            StepReport summary = SummaryFile.read(file);
            return new Read(summary, Collections.nCopies(summary.windows().size(), WindowBlocks.NONE));
        }
        try (ImportedTrace opened = Input.open(file, limits, ImportOptions.DEFAULT, line)) {
            exitCode = Math.max(exitCode, Input.tellMissing(opened, line));
            Path name = file.getFileName();
            StepReport.Source source = new StepReport.Source(
                    name == null ? file.toString() : name.toString(), opened.trace(), opened.missing());
            WindowReport window = StepReport.window(source, rules, count);
            return new Read(
                    new StepReport(StepReport.VERSION, List.of(window)),
                    List.of(blocksOf.apply(opened.trace(), window)));
        }
    }

    private RuleSet rules(CommandLine line) {
        RuleSet rules = RuleSet.all();
        try {
            for (Map.Entry<String, String> each : thresholds.entrySet()) {
                rules = rules.withThresholds(each.getKey(), thresholds(each.getKey(), each.getValue()));
            }
            for (String rule : without) {
                rules = rules.without(rule);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage(), e);
        }
        return rules;
    }

    private static Thresholds thresholds(String rule, String text) {
        String[] parts = text.split(",", -1);
        try {
            if (parts.length == 2) {
                return new Thresholds(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(wrong(rule, text), e);
        }
        throw new IllegalArgumentException(wrong(rule, text));
    }

    private static String wrong(String rule, String text) {
        return "--threshold " + rule + "=" + text + " is not allowed: must be two numbers, such as 0.05,0.2";
    }
}
