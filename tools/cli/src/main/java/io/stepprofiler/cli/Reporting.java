package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Rule;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.HtmlReportWriter;
import io.stepprofiler.report.faces.MarkdownReportWriter;
import io.stepprofiler.report.faces.RankFindings;
import io.stepprofiler.report.faces.RankRules;
import io.stepprofiler.report.faces.SummaryFile;
import io.stepprofiler.report.faces.TextReportWriter;
import io.stepprofiler.report.faces.WindowBlocks;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of commands that report on steps, and the reading of their files. */
final class Reporting {
    @Option(
            names = "--threshold",
            paramLabel = "RULE=INFO,WARNING",
            description = "values from which a rule reports a finding, such as input-bound=0.1,0.3; may be repeated")
    private Map<String, String> thresholds = new LinkedHashMap<>();

    @Option(names = "--without", paramLabel = "RULE", description = "leave a rule out; may be repeated")
    private List<String> without = List.of();

    @Mixin
    private ReadLimits limits = new ReadLimits();

    private int exitCode = ExitCode.DONE;

    /** Made by picocli. */
    Reporting() {}

    ReadLimits limits() {
        return limits;
    }

    /** The exit code of the command after {@link #read}. */
    int exitCode() {
        return exitCode;
    }

    /**
     * A report with the additional parts of its page.
     *
     * @param report the report
     * @param blocks additional parts of a page for each window
     * @param ledgers step ledgers of the ranks among the windows
     */
    record Read(StepReport report, List<WindowBlocks> blocks, List<StepLedger> ledgers) {
        void write(Form form, OutputStream to) throws IOException {
            switch (form) {
                case HTML -> HtmlReportWriter.write(report, blocks, to);
                case TEXT -> write(TextReportWriter.of(report), to);
                case MD -> write(MarkdownReportWriter.of(report), to);
                case JSON -> write(SummaryFile.json(report), to);
            }
        }

        private static void write(String text, OutputStream to) throws IOException {
            to.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reads traces and summaries for a report of a form; a page shows more of a trace than the other forms. */
    Read read(List<InputFile> inputs, Form form, CommandLine line) throws IOException {
        RuleSet rules = rules(line);
        InputReports.Blocks blocks = form == Form.HTML
                ? new EventBudget(
                        (int) inputs.stream().filter(each -> !each.isReport()).count())::blocks
                : InputReports.Blocks.NONE;
        FileRanks ranks = FileRanks.of(inputs);
        InputReports read = InputReports.read(
                inputs,
                rules,
                inputs.size(),
                (input, window) -> ranks.ranked(input, named(input, window)),
                blocks,
                limits,
                line);
        exitCode = Math.max(exitCode, read.exitCode());
        StepReport report = report(read.windows(), read.ledgers()).withRuns(read.runs());
        return new Read(report, read.blocks(), read.ledgers());
    }

    /** A report of windows with a comparison of their ranks. */
    StepReport report(List<WindowReport> windows, List<StepLedger> ledgers) {
        return new StepReport(StepReport.VERSION, windows)
                .withRanks(RankFindings.of(windows, ledgers).stream()
                        .filter(finding -> !without.contains(finding.rule()))
                        .toList());
    }

    /** A window of a report that was found in a directory names the report, as that of a trace names the trace. */
    private static WindowReport named(InputFile input, WindowReport window) {
        boolean isNamed = !input.isFound() || !window.run().source().isEmpty();
        return isNamed ? window : window.withRun(window.run().withSource(input.name()));
    }

    /**
     * Files of a directory in the order in which they give windows: reports first, because a trace file may hold less
     * than the report beside it; traces first if rules or thresholds are changed.
     */
    List<InputFile> inOrder(List<InputFile> inputs) {
        if (!thresholds.isEmpty() || !without.isEmpty()) {
            return inputs;
        }
        return inputs.stream()
                .sorted(Comparator.comparing(InputFile::isReport).reversed())
                .toList();
    }

    /** The rules with the given thresholds, without those left out. */
    RuleSet rules(CommandLine line) {
        RuleSet rules = RuleSet.all();
        try {
            for (Map.Entry<String, String> each : thresholds.entrySet()) {
                rules = rules.withThresholds(
                        known("--threshold", each.getKey(), rules), thresholds(each.getKey(), each.getValue()));
            }
            for (String rule : without) {
                if (Stream.of(RankRules.values()).noneMatch(each -> each.id().equals(rule))) {
                    rules = rules.without(known("--without", rule, rules));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage(), e);
        }
        return rules;
    }

    private static String known(String option, String rule, RuleSet rules) {
        List<String> ids = rules.rules().stream().map(Rule::id).toList();
        if (!ids.contains(rule)) {
            throw new IllegalArgumentException(
                    option + " " + rule + " is not allowed: there is no such rule, the nearest is "
                            + NearestWord.to(rule, ids) + "; docs/RULES.md lists all");
        }
        return rule;
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
