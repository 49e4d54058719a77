package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.report.DeviceCopies;
import io.stepprofiler.analysis.report.DeviceStream;
import io.stepprofiler.analysis.report.Devices;
import io.stepprofiler.analysis.report.Kernel;
import io.stepprofiler.analysis.report.Operator;
import io.stepprofiler.analysis.report.Part;
import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.report.SampledPlace;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.Wait;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Advice;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Proof;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.text.OneLine;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * The report in GitHub's Markdown, for pull requests, logs and language models. Names from traces are always text,
 * never markup.
 */
public final class MarkdownReportWriter {
    private static final int MAX_ROWS = 15;
    private static final int MAX_PLACES = 8;

    private final StringBuilder text = new StringBuilder();

    private MarkdownReportWriter() {}

    /**
     * {@return the report in Markdown}
     *
     * @param report the report
     */
    public static String of(StepReport report) {
        MarkdownReportWriter face = new MarkdownReportWriter();
        face.ranks(report);
        report.runs().forEach(face::run);
        report.windows().forEach(face::window);
        return face.text.toString();
    }

    private void ranks(StepReport report) {
        long count = Headings.ranks(report);
        if (count < 2) {
            return;
        }
        line("## " + count + " ranks\n");
        line("| rank | source | step | verdict |");
        line("|---:|---|---:|---|");
        for (WindowReport window : report.windows()) {
            if (window.run().rank() >= 0) {
                line("| " + window.run().rank() + " | " + escaped(window.run().source()) + " | "
                        + time(window.stepTime().median()) + " | "
                        + escaped(window.diagnosis().verdict().title()) + " |");
            }
        }
        if (report.ranks().isEmpty()) {
            line("\nNo difference between the ranks was found.");
        }
        report.ranks().forEach(this::finding);
        line("");
    }

    private void run(RunReport run) {
        line("## The whole run\n");
        RunLines.of(run).forEach(each -> line("- " + escaped(each)));
        line("");
    }

    private void window(WindowReport window) {
        line("## " + escaped(Headings.of(window)));
        Headings.warnings(window).forEach(warning -> line("\n> **Note:** " + escaped(warning)));
        verdict(window.diagnosis());
        for (Finding finding : window.diagnosis().findings()) {
            finding(finding);
        }
        parts(window);
        Headings.samples(window).ifPresent(note -> line("\n" + escaped(note)));
        devices(window);
        operators("Operators", window.costs().operators());
        operators("Modules", window.costs().modules());
        places(
                "Code that runs in steps, by samples",
                "time a step",
                window.costs().samples(),
                steps(window),
                Amount::time);
        places(
                "Java objects allocated, by samples",
                "a step",
                window.costs().allocations(),
                steps(window),
                Amount::bytes);
        waits(window.costs().waits());
        collections(window.virtualMachine().collections());
        checked(window.diagnosis());
        line("\nAccount: " + window.account().begun() + " events begun, "
                + window.account().written() + " written, dropped "
                + window.account().dropped() + ", unfinished "
                + window.account().unfinished() + ".\n");
    }

    private void verdict(Diagnosis diagnosis) {
        line("\n**" + escaped(diagnosis.verdict().title()) + "**: "
                + escaped(diagnosis.verdict().sentence())
                + (diagnosis.verdict().isSure() ? "." : " (few steps: a hint)."));
        if (!diagnosis.verdict().nextStep().isEmpty()) {
            line("Next: " + escaped(diagnosis.verdict().nextStep()) + ".");
        }
    }

    private void finding(Finding finding) {
        line("\n### " + (finding.severity() == Severity.WARNING ? "Warning" : "Information") + ": "
                + escaped(finding.title()) + "\n");
        line(escaped(finding.sentence()) + "."
                + (finding.gainNanosPerStep() > 0
                        ? " Could gain at most " + time(finding.gainNanosPerStep()) + " a step ("
                                + share(finding.gainShare()) + ")."
                        : ""));
        if (!finding.proofs().isEmpty()) {
            line("");
        }
        for (Proof proof : finding.proofs()) {
            line("- " + escaped(TextReportWriter.evidence(proof)));
        }
        if (!finding.advice().isEmpty()) {
            line("\nDo this:\n");
        }
        for (Advice advice : finding.advice()) {
            line("- " + (advice.framework().isEmpty() ? "" : escaped(advice.framework()) + ": ")
                    + escaped(advice.text()));
        }
    }

    private void parts(WindowReport window) {
        Distribution times = window.stepTime();
        line("\n### Step breakdown\n");
        line("| part | share | min | q1 | median | q3 | max |");
        line("|---|---:|---:|---:|---:|---:|---:|");
        row("**step**", share(1), times);
        for (Part part : window.parts()) {
            row(escaped(part.label()), share(part.share()), part.nanos());
        }
        window.virtualMachine()
                .besideSteps()
                .forEach((cost, nanos) -> line("\nConcurrent with the steps, on other threads: " + escaped(cost) + " "
                        + time((double) nanos / Math.max(1, times.count())) + " a step."));
    }

    private void row(String name, String share, Distribution nanos) {
        line("| " + name + " | " + share + " | " + time(nanos.min()) + " | " + time(nanos.q1()) + " | "
                + time(nanos.median()) + " | " + time(nanos.q3()) + " | " + time(nanos.max()) + " |");
    }

    private void devices(WindowReport window) {
        Devices devices = window.devices();
        if (devices.use().isEmpty()) {
            return;
        }
        double all = Math.max(1, window.stepTime().sum());
        line("\n### Devices\n");
        devices.use().forEach(use -> line("- " + escaped(DeviceFigures.use(use))));
        if (!devices.kernels().isEmpty()) {
            line("\n| kernel | device | by | calls a step | time a step | of the step | longest | occupancy |");
            line("|---|---|---|---:|---:|---:|---:|---:|");
        }
        for (Kernel each : devices.kernels().stream().limit(MAX_ROWS).toList()) {
            line("| " + escaped(each.name()) + " | " + escaped(each.device()) + " | " + escaped(each.operation())
                    + " | "
                    + DeviceFigures.calls(each.callsPerStep()) + " | " + time(each.nanos() / steps(window)) + " | "
                    + share(each.nanos() / all) + " | " + time(each.maxNanos()) + " | "
                    + (each.occupancy() < 0 ? "" : share(each.occupancy())) + " |");
        }
        if (!devices.copies().isEmpty()) {
            line("\n| copy or fill | device | a step | bytes a step | bandwidth | time a step |");
            line("|---|---|---:|---:|---:|---:|");
        }
        for (DeviceCopies each : devices.copies().stream().limit(MAX_ROWS).toList()) {
            line("| " + escaped(each.name()) + " | " + escaped(each.device()) + " | "
                    + DeviceFigures.calls(each.callsPerStep()) + " | "
                    + (each.bytes() > 0 ? Amount.bytes(each.bytes() / steps(window)) : "") + " | "
                    + DeviceFigures.bandwidth(each) + " | " + time(each.nanos() / steps(window)) + " |");
        }
        line("\n| device | stream | calls a step | work a step |");
        line("|---|---:|---:|---:|");
        for (DeviceStream each : devices.streams().stream().limit(MAX_PLACES).toList()) {
            line("| " + escaped(each.device()) + " | " + each.stream() + " | "
                    + DeviceFigures.calls(each.callsPerStep()) + " | " + time(each.nanos() / steps(window)) + " |");
        }
    }

    private void operators(String title, List<Operator> operators) {
        if (operators.isEmpty()) {
            return;
        }
        line("\n### " + title + "\n");
        line("| name | calls a step | self | total | median | p99 |");
        line("|---|---:|---:|---:|---:|---:|");
        for (Operator each : operators.stream().limit(MAX_ROWS).toList()) {
            line("| " + escaped(each.name()) + " | " + Amount.number(each.callsPerStep()) + " | "
                    + time(each.selfNanos()) + " | " + time(each.totalNanos()) + " | " + time(each.medianNanos())
                    + " | " + time(each.p99Nanos()) + " |");
        }
    }

    private static double steps(WindowReport window) {
        return Math.max(1, window.stepTime().count());
    }

    private void places(
            String title, String unit, List<SampledPlace> places, double steps, DoubleFunction<String> figure) {
        if (places.isEmpty()) {
            return;
        }
        line("\n### " + title + "\n");
        line("| " + unit + " | samples | at |");
        line("|---:|---:|---|");
        for (SampledPlace each : places.stream().limit(MAX_PLACES).toList()) {
            line("| " + figure.apply(each.weight() / steps) + " | " + each.count() + " | "
                    + escaped(StackLine.of(each.stack())) + " |");
        }
    }

    private void waits(List<Wait> waits) {
        if (waits.isEmpty()) {
            return;
        }
        line("\n### Waits in steps\n");
        line("| wait | count | in all | longest | at |");
        line("|---|---:|---:|---:|---|");
        for (Wait each : waits.stream().limit(MAX_ROWS).toList()) {
            line("| " + escaped(each.name()) + " | " + each.count() + " | " + time(each.nanos()) + " | "
                    + time(each.maxNanos()) + " | "
                    + escaped(StackLine.of(each.stack())) + " |");
        }
    }

    private void collections(List<GarbageCollection> collections) {
        if (collections.isEmpty()) {
            return;
        }
        line("\n### Garbage collections\n");
        line("| collector | cause | pause | step |");
        line("|---|---|---:|---:|");
        for (GarbageCollection each : collections.stream().limit(MAX_ROWS).toList()) {
            line("| " + escaped(each.collector()) + " | " + escaped(each.cause()) + " | " + time(each.pauseNanos())
                    + " | " + (each.step() < 0 ? "" : each.step()) + " |");
        }
    }

    private void checked(Diagnosis diagnosis) {
        line("\n### Checked\n");
        line("Fine: " + (diagnosis.fine().isEmpty() ? "none" : escaped(String.join(", ", diagnosis.fine()))) + ".");
        Headings.unchecked(diagnosis).forEach(sentence -> line("- " + escaped(sentence)));
    }

    /** Escapes markup and line breaks. */
    static String escaped(String name) {
        return OneLine.of(name).replaceAll("([\\\\`*_{}\\[\\]<>#|&~])", "\\\\$1");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
