package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.report.HtmlFace;
import io.stepprofiler.report.MarkdownFace;
import io.stepprofiler.report.SummaryFile;
import io.stepprofiler.report.TextFace;
import io.stepprofiler.report.WindowBlocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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

    Limits limits() {
        return limits;
    }

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
    record Read(StepReport report, List<WindowBlocks> blocks) {
        void write(Form form, OutputStream to) throws IOException {
            switch (form) {
                case HTML -> HtmlFace.write(report, blocks, to);
                case TEXT -> write(TextFace.of(report), to);
                case MD -> write(MarkdownFace.of(report), to);
                case JSON -> write(SummaryFile.json(report), to);
            }
        }

        private static void write(String text, OutputStream to) throws IOException {
            to.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reads traces and summaries, one after the other, so that one trace is in memory at a time. */
    StepReport read(List<Path> files, CommandLine line) throws IOException {
        return readAll(files, line).report();
    }

    /** The same, with what pages that were read show besides. */
    Read readAll(List<Path> files, CommandLine line) throws IOException {
        return read(files, (trace, window) -> WindowBlocks.NONE, line);
    }

    /** The same, with what a page shows besides. */
    Read readForPage(List<Path> files, CommandLine line) throws IOException {
        long traces =
                InputFiles.of(files).stream().filter(file -> !file.isReport()).count();
        return read(files, new EventBudget((int) traces)::blocks, line);
    }

    private Read read(List<Path> files, BiFunction<Trace, WindowReport, WindowBlocks> blocksOf, CommandLine line)
            throws IOException {
        RuleSet rules = rules(line);
        List<InputFile> inputs = InputFiles.of(files);
        List<WindowReport> windows = new ArrayList<>();
        List<WindowBlocks> blocks = new ArrayList<>();
        new InputWindows(limits, line)
                .read(
                        inputs,
                        (input, window, shown) -> {
                            windows.add(window);
                            blocks.add(shown);
                        },
                        (input, opened) -> {
                            exitCode = Math.max(exitCode, Input.tellMissing(opened, line));
                            StepReport.Source source =
                                    new StepReport.Source(input.name(), opened.trace(), opened.missing());
                            WindowReport window = StepReport.window(source, rules, inputs.size());
                            windows.add(window);
                            blocks.add(blocksOf.apply(opened.trace(), window));
                        });
        return new Read(StepReport.ofWindows(windows, rules), blocks);
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
