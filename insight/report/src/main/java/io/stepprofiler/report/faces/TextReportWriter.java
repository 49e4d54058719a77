package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.report.DeviceCopies;
import io.stepprofiler.analysis.report.DeviceUse;
import io.stepprofiler.analysis.report.Devices;
import io.stepprofiler.analysis.report.Kernel;
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
import io.stepprofiler.analysis.window.ProgramFrames;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The report as one screen of text for each window: the verdict, then the findings, then the breakdown of the step.
 * Names from traces cannot break a line or control the terminal.
 */
public final class TextReportWriter {
    private static final int BAR = 40;
    private static final int MAX_PARTS = 8;
    private static final int MAX_FINDINGS = 5;
    private static final int MAX_PLACES = 3;

    private final TextLines text = new TextLines();

    private TextReportWriter() {}

    /**
     * {@return the report as text, in lines of at most 100 columns unless names are longer, or 120 for call stacks}
     *
     * @param report the report
     */
    public static String of(StepReport report) {
        TextReportWriter face = new TextReportWriter();
        face.ranks(report);
        report.runs().forEach(face::run);
        for (WindowReport window : report.windows()) {
            face.window(window);
        }
        return face.text.toString();
    }

    private void ranks(StepReport report) {
        long count = Headings.ranks(report);
        if (count < 2) {
            return;
        }
        line(count + " ranks" + (report.ranks().isEmpty() ? ", and no difference between them was found." : ":"));
        report.ranks().forEach(this::finding);
        for (WindowReport window : report.windows()) {
            if (window.run().rank() >= 0) {
                line(String.format(
                        Locale.ROOT,
                        "  rank %-4d %9s a step  %s",
                        window.run().rank(),
                        time(window.stepTime().median()),
                        window.diagnosis().verdict().title()));
            }
        }
    }

    private void run(RunReport run) {
        RunLines.of(run).forEach(each -> wrapped("", "  ", each));
    }

    private void window(WindowReport window) {
        if (!text.isEmpty()) {
            line("");
        }
        line(Headings.of(window));
        Headings.warnings(window).forEach(warning -> wrapped("! ", "  ", warning));
        line("");
        verdict(window.diagnosis());
        findings(window.diagnosis());
        parts(window);
        devices(window);
        hottest(window);
        Headings.samples(window).ifPresent(note -> wrapped("", "  ", note));
        checked(window.diagnosis());
    }

    private void verdict(Diagnosis diagnosis) {
        wrapped("", "  ", Headings.verdict(diagnosis.verdict()));
        if (!diagnosis.verdict().nextStep().isEmpty()) {
            wrapped("Next: ", "  ", diagnosis.verdict().nextStep());
        }
    }

    private void findings(Diagnosis diagnosis) {
        List<Finding> shown = diagnosis.findings().stream().limit(MAX_FINDINGS).toList();
        if (shown.isEmpty()) {
            return;
        }
        line("");
        shown.forEach(this::finding);
        int more = diagnosis.findings().size() - shown.size();
        if (more > 0) {
            line("          " + more + " more: --format md lists all");
        }
    }

    private void finding(Finding finding) {
        String mark = finding.severity() == Severity.WARNING ? "[warning] " : "[info]    ";
        String gain = finding.gainNanosPerStep() > 0
                ? "; could gain at most " + time(finding.gainNanosPerStep()) + " a step"
                : "";
        wrapped(mark, "          ", finding.title() + ": " + finding.sentence() + gain);
        finding.proofs().stream().limit(1).forEach(proof -> wrapped("          ", "            ", evidence(proof)));
        finding.advice().stream().limit(1).forEach(advice -> wrapped("          ", "            ", advice(advice)));
    }

    static String evidence(Proof proof) {
        return proof.text()
                + (proof.step() >= 0 ? " in step " + proof.step() : "")
                + (proof.nanos() > 0 ? ", " + time(proof.nanos()) : "")
                + ProgramFrames.ofTexts(proof.stack())
                        .map(frame -> ", at " + frame)
                        .orElse("");
    }

    private static String advice(Advice advice) {
        return "-> " + (advice.framework().isEmpty() ? "" : advice.framework() + ": ") + advice.text();
    }

    private void parts(WindowReport window) {
        Distribution times = window.stepTime();
        line("");
        if (times.count() == 0) {
            line("No step of this window is complete.");
            return;
        }
        line(Amount.count(times.count(), "step") + ": min " + time(times.min()) + ", quartiles " + time(times.q1())
                + " | " + time(times.median()) + " | " + time(times.q3()) + ", max " + time(times.max()));
        for (Part part : window.parts().stream().limit(MAX_PARTS).toList()) {
            int bar = (int) Math.round(part.share() * BAR);
            line(String.format(
                    Locale.ROOT,
                    "  %7s  %9s  %-" + BAR + "s  %s",
                    share(part.share()),
                    time(part.nanos().mean()),
                    "#".repeat(bar),
                    part.label()));
        }
        int more = window.parts().size() - MAX_PARTS;
        if (more > 0) {
            double rest = window.parts().stream()
                    .skip(MAX_PARTS)
                    .mapToDouble(Part::share)
                    .sum();
            line(String.format(Locale.ROOT, "  %7s  %9s  %-" + BAR + "s  %s", share(rest), "", "", more + " more"));
        }
        if (!window.virtualMachine().besideSteps().isEmpty()) {
            StringBuilder beside = new StringBuilder("Concurrent with the step: ");
            window.virtualMachine()
                    .besideSteps()
                    .forEach((cost, nanos) -> beside.append(cost)
                            .append(' ')
                            .append(time((double) nanos / times.count()))
                            .append(" a step; "));
            wrapped("", "  ", beside.substring(0, beside.length() - 2));
        }
    }

    /** Use of each device, the kernels with the most time, and copies. */
    private void devices(WindowReport window) {
        Devices devices = window.devices();
        double all = Math.max(1, window.stepTime().sum());
        double steps = Math.max(1, window.stepTime().count());
        if (!devices.use().isEmpty()) {
            line("");
        }
        for (DeviceUse use : devices.use().stream().limit(MAX_FINDINGS).toList()) {
            wrapped("", "  ", DeviceFigures.use(use));
        }
        for (Kernel kernel : devices.kernels().stream().limit(MAX_PLACES).toList()) {
            text.cut(String.format(
                    Locale.ROOT,
                    "  %7s  %9s  %s a step  %s",
                    share(kernel.nanos() / all),
                    time(kernel.nanos() / steps),
                    DeviceFigures.calls(kernel.callsPerStep()),
                    DeviceFigures.name(kernel)));
        }
        for (DeviceCopies copies : devices.copies().stream().limit(MAX_PLACES).toList()) {
            text.cut(String.format(
                    Locale.ROOT,
                    "  %7s  %9s  %s a step  %s%s",
                    share(copies.nanos() / all),
                    time(copies.nanos() / steps),
                    DeviceFigures.calls(copies.callsPerStep()),
                    copies.name(),
                    DeviceFigures.bytes(copies, steps)));
        }
    }

    /** The call stacks with the most samples, allocated bytes and waits. */
    private void hottest(WindowReport window) {
        double all = Math.max(1, window.stepTime().sum());
        double steps = Math.max(1, window.stepTime().count());
        places(
                "Code that runs in steps, by samples:",
                window.costs().samples(),
                each -> String.format(Locale.ROOT, "%7s  %9s", share(each.weight() / all), time(each.weight() / steps)),
                SampledPlace::stack);
        places(
                "Java objects allocated in a step, by samples:",
                window.costs().allocations(),
                each -> String.format(Locale.ROOT, "%18s", Amount.bytes(each.weight() / steps)),
                SampledPlace::stack);
        places(
                "Waits in steps:",
                window.costs().waits(),
                each -> String.format(
                        Locale.ROOT,
                        "%7s  %9s  %d times, longest %s: %s",
                        share(each.nanos() / all),
                        time(each.nanos() / steps),
                        each.count(),
                        time(each.maxNanos()),
                        each.name()),
                Wait::stack);
    }

    private <T> void places(String title, List<T> all, Function<T, String> figures, Function<T, List<String>> stack) {
        if (!all.isEmpty()) {
            line("");
            line(title);
        }
        for (T each : all.stream().limit(MAX_PLACES).toList()) {
            String place = StackLine.of(stack.apply(each));
            text.cut("  " + figures.apply(each) + "  " + place);
        }
    }

    private void checked(Diagnosis diagnosis) {
        line("");
        wrapped("", "  ", "Checked and fine: " + Amount.count(diagnosis.fine().size(), "rule") + ".");
        Headings.unchecked(diagnosis).forEach(sentence -> wrapped("", "  ", sentence));
    }

    private void line(String line) {
        text.line(line);
    }

    private void wrapped(String first, String next, String content) {
        text.wrapped(first, next, content);
    }
}
