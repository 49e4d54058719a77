package io.stepprofiler.cli.input;

import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Rule;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.HtmlReportWriter;
import io.stepprofiler.report.faces.RankFindings;
import io.stepprofiler.report.faces.RankRules;
import io.stepprofiler.report.faces.ReportDocument;
import io.stepprofiler.report.faces.RunLedgers;
import io.stepprofiler.report.faces.SummaryFile;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.text.NearestWord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that report on steps, and the reading of their files. */
public final class Reporting {
    @Option(
            names = "--threshold",
            paramLabel = "RULE=INFO,WARNING",
            description = "values from which a rule reports a finding, such as input-bound=0.1,0.3; may be repeated")
    private Map<String, String> thresholds = new LinkedHashMap<>();

    @Option(names = "--without", paramLabel = "RULE", description = "leave a rule out; may be repeated")
    private List<String> without = List.of();

    @Mixin
    private ReadLimits limits = new ReadLimits();

    public ReadLimits limits() {
        return limits;
    }

    /**
     * A report with the additional parts of its page.
     *
     * @param report the report
     * @param blocks additional parts of a page for each window
     * @param ledgers step ledgers of the ranks among the windows
     */
    public record Read(StepReport report, List<WindowBlocks> blocks, List<StepLedger> ledgers) {
        public void write(Form form, OutputStream to) throws IOException {
            switch (form) {
                case HTML -> HtmlReportWriter.write(report, blocks, to);
                case TEXT -> write(ReportDocument.text(report), to);
                case MD -> write(ReportDocument.markdown(report), to);
                case JSON -> write(SummaryFile.json(report), to);
            }
        }

        private static void write(String text, OutputStream to) throws IOException {
            to.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reads traces and summaries for a report of a form; a page shows more of a trace than the other forms. */
    public Read read(RunInput input, Form form, Subcommand command, RunInput.Use also) throws IOException {
        RuleSet rules = rules(command);
        List<InputFile> files = input.files();
        EventBudget budget = new EventBudget(
                (int) files.stream().filter(each -> !each.isReport()).count());
        List<WindowReport> windows = new ArrayList<>();
        List<WindowBlocks> blocks = new ArrayList<>();
        List<StepLedger> ofWindows = new ArrayList<>();
        List<RunReport> inReports = new ArrayList<>();
        input.forEach(window -> {
            WindowReport report = window.ranked(window.report(rules, files.size()));
            boolean isShown = window.isTrace() && form == Form.HTML;
            WindowBlocks shown = isShown ? budget.blocks(window.recorded()) : window.blocks();
            if (!window.isTrace() || (report.run().rank() >= 0 && files.size() > 1)) {
                ofWindows.add(window.ledger());
            }
            also.of(window);
            windows.add(report);
            blocks.add(shown);
            inReports.addAll(window.runs());
        });
        input.finish();
        Map<ProcessInfo, StepLedger> beside = beside(input, windows);
        Map<ProcessInfo, RunReport> runs = new LinkedHashMap<>();
        beside.forEach((process, ledger) -> runs.put(process, RunReport.of(ledger, windows)));
        inReports.forEach(run -> runs.putIfAbsent(new ProcessInfo(run.pid(), run.host()), run));
        List<StepLedger> all = new ArrayList<>(beside.values());
        ofWindows.stream().filter(each -> !beside.containsKey(process(each))).forEach(all::add);
        return new Read(report(windows, all).withRuns(List.copyOf(runs.values())), blocks, all);
    }

    /** Returns the step ledgers beside the files, by process. */
    public static Map<ProcessInfo, StepLedger> beside(RunInput input, List<WindowReport> windows) throws IOException {
        Map<ProcessInfo, StepLedger> byProcess = new LinkedHashMap<>();
        for (Path directory : input.files().stream()
                .map(file -> file.path().toAbsolutePath().getParent())
                .filter(Objects::nonNull)
                .distinct()
                .toList()) {
            RunLedgers.of(directory, windows, unread -> input.miss("left out: " + Reason.of(unread)))
                    .forEach(ledger -> byProcess.put(process(ledger), ledger));
        }
        return byProcess;
    }

    private static ProcessInfo process(StepLedger ledger) {
        ProcessInfo process = ledger.run().process();
        return new ProcessInfo(process.pid(), process.host());
    }

    /** A report of windows with a comparison of their ranks. */
    public StepReport report(List<WindowReport> windows, List<StepLedger> ledgers) {
        return new StepReport(StepReport.VERSION, windows)
                .withRanks(RankFindings.of(windows, ledgers).stream()
                        .filter(finding -> !without.contains(finding.rule()))
                        .toList());
    }

    /**
     * Files of a directory in the order in which they give windows: reports first, because a trace file may hold less
     * than the report beside it; traces first if rules, thresholds or steps are changed.
     */
    public List<InputFile> inOrder(List<InputFile> inputs) {
        if (!thresholds.isEmpty() || !without.isEmpty() || limits.nameSteps()) {
            return inputs;
        }
        return inputs.stream()
                .sorted(Comparator.comparing(InputFile::isReport).reversed())
                .toList();
    }

    /** The rules with the given thresholds, without those left out. */
    public RuleSet rules(Subcommand command) {
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
            throw command.refusal(e);
        }
        return rules;
    }

    private static String known(String option, String rule, RuleSet rules) {
        List<String> ids = rules.rules().stream().map(Rule::id).toList();
        if (!ids.contains(rule)) {
            throw new IllegalArgumentException(option + " " + rule
                    + " is not allowed: there is no such rule, the nearest is " + NearestWord.to(rule, ids)
                    + "; a page of 'stepprof report' names the rule of each finding");
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
