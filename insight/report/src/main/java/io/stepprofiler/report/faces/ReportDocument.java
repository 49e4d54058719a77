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
import io.stepprofiler.analysis.report.SampledPlace;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.Wait;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Advice;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Proof;
import io.stepprofiler.analysis.rules.RunDiagnosis;
import io.stepprofiler.analysis.rules.RunDiagnosis.RunFinding;
import io.stepprofiler.analysis.rules.RunVerdict;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.steps.WholeWindow;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report as a document: for each run the verdict, then the findings, then the breakdown of the step in its windows.
 * As text it is about one screen for each window, and a summary one screen for each run; as Markdown, for pull requests,
 * logs and language models, it has all findings and longer tables.
 */
public final class ReportDocument {
    private static final int BAR = 40;

    private final Document document = new Document();
    private final Detail detail;
    /** Words of the shown window for a text about steps. */
    private UnaryOperator<String> words = UnaryOperator.identity();

    private ReportDocument(StepReport report, Detail detail, boolean isOfRuns) {
        this.detail = detail;
        ranks(report);
        report.verdicts().forEach(verdict -> run(report, verdict, isOfRuns));
    }

    /**
     * {@return the report as text, in lines of at most 100 columns unless names are longer, or 120 in tables}
     *
     * @param report the report
     */
    public static String text(StepReport report) {
        return new ReportDocument(report, Detail.BRIEF, false).document.text();
    }

    /**
     * {@return the report as text with one screen for each run: of several windows, the breakdown of the window that shows
     * the verdict best}
     *
     * @param report the report
     * @param width most columns of a table's line
     */
    public static String summary(StepReport report, int width) {
        return new ReportDocument(report, Detail.BRIEF, true).document.text(width);
    }

    /**
     * {@return the report in GitHub's Markdown}
     *
     * @param report the report
     */
    public static String markdown(StepReport report) {
        return new ReportDocument(report, Detail.FULL, false).document.markdown();
    }

    private void ranks(StepReport report) {
        long count = Headings.ranks(report);
        if (count < 2) {
            return;
        }
        document.heading(2, count + " ranks");
        report.ranks().forEach(each -> finding(each, "", List.of()));
        document.paragraph(report.ranks().isEmpty() ? "No difference between the ranks was found." : "")
                .table(Table.of(report.windows().stream()
                                .filter(window -> window.run().rank() >= 0)
                                .toList())
                        .figure("rank", window -> String.valueOf(window.run().rank()))
                        .figure("step", window -> time(window.stepTime().median()))
                        .name("verdict", window -> window.diagnosis().verdict().title())
                        .path("source", window -> window.run().source()));
    }

    /** A run of one window is shown as the window, with the verdict of the run. */
    private void run(StepReport report, RunVerdict verdict, boolean isOfRuns) {
        List<Integer> positions = verdict.windows().stream()
                .filter(each -> each < report.windows().size())
                .toList();
        if (positions.isEmpty()) {
            return;
        }
        List<WindowReport> windows =
                positions.stream().map(report.windows()::get).toList();
        WindowReport first = windows.get(0);
        use(first);
        if (windows.size() == 1) {
            document.heading(2, Headings.of(first));
            Headings.warnings(first).forEach(document::note);
        } else {
            document.heading(2, Headings.of(windows));
            Headings.warnings(windows).forEach(document::note);
        }
        diagnosis(verdict, report.diagnosis(positions).findings());
        report.runs().stream()
                .filter(each -> each.isOf(first))
                .findFirst()
                .ifPresent(each -> document.heading(3, "The whole run").items(RunLines.of(each)));
        if (windows.size() == 1) {
            body(first);
        } else if (isOfRuns) {
            WindowReport shown = shown(windows, verdict);
            document.heading(3, Headings.of(shown));
            body(shown);
        } else {
            positions.forEach(position -> window(report, position));
        }
    }

    /** Returns the window with the most time that has the finding of the verdict; without one, of all windows. */
    private static WindowReport shown(List<WindowReport> windows, RunVerdict verdict) {
        return windows.stream()
                .max(Comparator.<WindowReport, Boolean>comparing(window -> window.diagnosis().findings().stream()
                                .anyMatch(each ->
                                        each.rule().equals(verdict.verdict().rule())))
                        .thenComparing(window -> window.stepTime().sum()))
                .orElseThrow();
    }

    private void window(StepReport report, int position) {
        WindowReport window = report.windows().get(position);
        use(window);
        document.heading(2, Headings.of(window));
        Headings.warnings(window).forEach(document::note);
        RunDiagnosis alone = new StepReport(report.version(), List.of(window)).diagnosis(List.of(0));
        diagnosis(alone.verdict(), alone.findings());
        body(window);
    }

    private void use(WindowReport window) {
        words = window.isWhole() ? text -> WholeWindow.words(text, List.of()) : UnaryOperator.identity();
    }

    private void body(WindowReport window) {
        use(window);
        parts(window);
        devices(window);
        // Nothing else shows what takes the time of a window without step marks.
        operators("Operators", window.costs().operators(), window.isWhole());
        operators("Modules", window.costs().modules(), false);
        places(window);
        waits(window);
        if (detail == Detail.FULL) {
            collections(window.virtualMachine().collections());
        }
        checked(window.diagnosis());
        if (detail == Detail.FULL) {
            document.paragraph("Account: " + Amount.count(window.account().begun(), "event") + " begun, "
                    + window.account().written() + " written, dropped "
                    + window.account().dropped() + ", unfinished "
                    + window.account().unfinished() + ".");
        }
    }

    private void diagnosis(RunVerdict verdict, List<RunFinding> findings) {
        document.heading(3, Headings.verdict(verdict));
        if (!verdict.verdict().nextStep().isEmpty()) {
            document.paragraph("Next: " + verdict.verdict().nextStep());
        }
        int shown = Math.min(findings.size(), detail.limit(5, Integer.MAX_VALUE));
        findings.subList(0, shown).forEach(each -> finding(each.finding(), windows(each, verdict), each.parts()));
        int more = findings.size() - shown;
        document.paragraph(more == 0 ? "" : more + " more: --format md lists all");
    }

    private static String windows(RunFinding finding, RunVerdict verdict) {
        int all = verdict.windows().size();
        return all == 1 || finding.windows() == 0 ? "" : "; found in " + finding.windows() + " of " + all + " windows";
    }

    private void finding(Finding finding, String where, List<Finding> parts) {
        String gain = finding.gainNanosPerStep() > 0
                ? "; could gain at most " + time(finding.gainNanosPerStep()) + words.apply(" a step")
                        + (detail == Detail.FULL ? " (" + share(finding.gainShare()) + ")" : "")
                : "";
        int most = detail.limit(1, Integer.MAX_VALUE);
        document.item(
                (finding.severity() == Severity.WARNING ? "[warning] " : "[info] ") + finding.title(),
                finding.sentence() + gain + where,
                Stream.of(
                                finding.proofs().stream().limit(most).map(ReportDocument::evidence),
                                parts.stream().map(each -> "part of it: " + each.title() + ": " + each.sentence()),
                                finding.advice().stream().limit(most).map(ReportDocument::advice))
                        .flatMap(each -> each)
                        .toList());
    }

    private static String evidence(Proof proof) {
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
        if (times.count() == 0) {
            document.heading(3, "Step breakdown: no step of this window is complete.");
            return;
        }
        document.table(
                window.isWhole()
                        ? "Breakdown of the window, " + time(times.sum()) + ", on the busiest thread"
                        : "Step breakdown, " + Amount.count(times.count(), "step") + ": min " + time(times.min())
                                + ", quartiles "
                                + time(times.q1()) + " | " + time(times.median()) + " | " + time(times.q3()) + ", max "
                                + time(times.max()),
                detail == Detail.BRIEF || window.isWhole()
                        ? bars(window.parts(), window.isWhole())
                        : quartiles(window.parts(), times));
        String beside = window.virtualMachine().besideSteps().entrySet().stream()
                .map(each ->
                        each.getKey() + " " + time((double) each.getValue() / times.count()) + words.apply(" a step"))
                .collect(Collectors.joining("; "));
        document.paragraph(
                beside.isEmpty() ? "" : words.apply("Concurrent with the step, on other threads: ") + beside);
        document.paragraph(Headings.between(window).orElse(""));
    }

    private static Table<Part> bars(List<Part> parts, boolean isWhole) {
        return Table.of(parts, 8)
                .figure(
                        "share",
                        part -> share(part.share()),
                        rest -> share(rest.stream().mapToDouble(Part::share).sum()))
                .figure(isWhole ? "time" : "mean", part -> time(part.nanos().mean()))
                .name("", part -> "#".repeat((int) Math.round(part.share() * BAR)))
                .name("part", Part::label);
    }

    private static Table<Part> quartiles(List<Part> parts, Distribution step) {
        Part whole = new Part("", "step", 1, step, 0);
        List<Part> all = new ArrayList<>(parts);
        all.add(0, whole);
        return Table.of(all)
                .name("part", Part::label)
                .figure("share", part -> share(part.share()))
                .figure("min", part -> time(part.nanos().min()))
                .figure("q1", part -> time(part.nanos().q1()))
                .figure("median", part -> time(part.nanos().median()))
                .figure("q3", part -> time(part.nanos().q3()))
                .figure("max", part -> time(part.nanos().max()))
                .strong(whole::equals);
    }

    private static double steps(WindowReport window) {
        return Math.max(1, window.stepTime().count());
    }

    private static double stepNanos(WindowReport window) {
        return Math.max(1, window.stepTime().sum());
    }

    /** Use of each device, the kernels with the most time, copies, and streams. */
    private void devices(WindowReport window) {
        Devices devices = window.devices();
        if (devices.use().isEmpty()) {
            return;
        }
        double all = Math.max(
                1,
                devices.use().get(0).parts().stream()
                        .mapToLong(part -> part.nanos().sum())
                        .sum());
        double steps = steps(window);
        int rows = detail.limit(3, 15);
        document.heading(3, "Devices")
                .items(devices.use().stream()
                        .limit(detail.limit(5, Integer.MAX_VALUE))
                        .map(DeviceFigures::use)
                        .map(words)
                        .toList())
                .table(Table.of(devices.kernels(), rows)
                        .name("kernel", Kernel::name)
                        .name("device", Kernel::device)
                        .name("by", Kernel::operation)
                        .figure(words.apply("calls a step"), each -> DeviceFigures.calls(each.callsPerStep()))
                        .figure(words.apply("time a step"), each -> time(each.nanos() / steps))
                        .figure(words.apply("of the step"), each -> share(each.nanos() / all))
                        .figure("longest", each -> time(each.maxNanos()))
                        .figure("occupancy", each -> each.occupancy() < 0 ? "" : share(each.occupancy())))
                .table(Table.of(devices.copies(), rows)
                        .name("copy or fill", DeviceCopies::name)
                        .name("device", DeviceCopies::device)
                        .figure(words.apply("a step"), each -> DeviceFigures.calls(each.callsPerStep()))
                        .figure(
                                words.apply("bytes a step"),
                                each -> each.bytes() > 0 ? Amount.bytes(each.bytes() / steps) : "")
                        .figure("bandwidth", DeviceFigures::bandwidth)
                        .figure(words.apply("time a step"), each -> time(each.nanos() / steps))
                        .figure(words.apply("of the step"), each -> share(each.nanos() / all)));
        if (detail == Detail.FULL) {
            document.table(Table.of(devices.streams(), 8)
                    .name("device", DeviceStream::device)
                    .figure("stream", each -> String.valueOf(each.stream()))
                    .figure(words.apply("calls a step"), each -> DeviceFigures.calls(each.callsPerStep()))
                    .figure(words.apply("work a step"), each -> time(each.nanos() / steps)));
        }
    }

    private void operators(String title, List<Operator> operators, boolean areShown) {
        if (detail == Detail.FULL || areShown) {
            // Operations of devices take no time of threads, and are among the kernels.
            List<Operator> onThreads =
                    operators.stream().filter(each -> each.totalNanos() > 0).toList();
            document.table(
                    title,
                    Table.of(onThreads, detail.limit(5, 15))
                            .name("name", Operator::name)
                            .figure(words.apply("calls a step"), each -> DeviceFigures.calls(each.callsPerStep()))
                            .figure("self", each -> time(each.selfNanos()))
                            .figure("total", each -> time(each.totalNanos()))
                            .figure("median", each -> time(each.medianNanos()))
                            .figure("p99", each -> time(each.p99Nanos())));
        }
    }

    /** The call stacks with the most samples, and the call stacks with the most allocated bytes. */
    private void places(WindowReport window) {
        double all = stepNanos(window);
        double steps = steps(window);
        int rows = detail.limit(3, 8);
        document.table(
                words.apply("Code that runs in steps, by samples"),
                at(Table.of(window.costs().samples(), rows)
                        .figure(words.apply("of the step"), each -> share(each.weight() / all))
                        .figure(words.apply("a step"), each -> time(each.weight() / steps))));
        document.paragraph(Headings.samples(window).orElse(""));
        document.table(
                words.apply("Java objects allocated in a step, by samples"),
                at(Table.of(window.costs().allocations(), rows)
                        .figure(words.apply("a step"), each -> Amount.bytes(each.weight() / steps))));
    }

    private static Table<SampledPlace> at(Table<SampledPlace> table) {
        return table.figure("samples", each -> String.valueOf(each.count()))
                .name("at", each -> StackLine.of(each.stack()));
    }

    private void waits(WindowReport window) {
        Table<Wait> table = Table.of(window.costs().waits(), detail.limit(3, 15))
                .figure(words.apply("of the step"), each -> share(each.nanos() / stepNanos(window)))
                .figure(words.apply("a step"), each -> time(each.nanos() / steps(window)));
        if (detail == Detail.FULL && !window.isWhole()) {
            table.figure("in all", each -> time(each.nanos()));
        }
        document.table(
                words.apply("Waits in steps"),
                table.figure("count", each -> String.valueOf(each.count()))
                        .figure("longest", each -> time(each.maxNanos()))
                        .name("wait", Wait::name)
                        .name("at", each -> StackLine.of(each.stack())));
    }

    private void collections(List<GarbageCollection> collections) {
        document.table(
                "Garbage collections",
                Table.of(collections, 15)
                        .name("collector", GarbageCollection::collector)
                        .name("cause", GarbageCollection::cause)
                        .figure("pause", each -> time(each.pauseNanos()))
                        .figure("step", each -> each.step() < 0 ? "" : String.valueOf(each.step())));
    }

    private void checked(Diagnosis diagnosis) {
        document.heading(3, "Checked and fine: " + Amount.count(diagnosis.fine().size(), "rule") + ".")
                .paragraph(detail == Detail.FULL ? String.join(", ", diagnosis.fine()) : "")
                .items(Headings.unchecked(diagnosis));
    }
}
