package io.stepprofiler.cli.command;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.analysis.memory.MemoryTimelineOptions;
import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Form;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.Reason;
import io.stepprofiler.cli.input.Reporting;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.WrittenFiles;
import io.stepprofiler.cli.live.WantedCapture;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.handlers.memory.MemoryTimelineFormat;
import io.stepprofiler.handlers.stacks.CollapsedStacks;
import io.stepprofiler.handlers.stacks.StackMetric;
import io.stepprofiler.handlers.stacks.StackMetric.StackFrames;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Converts a trace or a report, of this or another profiler, to other formats. */
@Command(
        name = "convert",
        description = {
            "Converts a trace, of this or another profiler, to other trace formats, or to a report.",
            "Reads what 'stepprof show' reads; the name of each output, or --format, determines its format. "
                    + "Standard error lists the content that a format cannot hold, with counts. A report can only "
                    + "become another form of report.",
            "The traces of a directory, one of each rank, become one Perfetto file on clocks fitted to each other."
        })
public final class ConvertCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "IN", description = "a trace, a journal, a report, or a directory of these")
    private Path file;

    @Parameters(index = "1", arity = "0..1", paramLabel = "OUT", description = "file to write, as with --out")
    private @Nullable Path target;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--format",
            description = "format of the files to write: ${COMPLETION-CANDIDATES}, in any case; by default"
                    + " taken from the endings of their names")
    private @Nullable TargetFormat format;

    @Option(
            names = "--min",
            paramLabel = "TIME",
            converter = WantedCapture.Time.class,
            description = "leave shorter events out of a file with single events, such as 10us")
    private Duration min = Duration.ZERO;

    @Option(names = "--slow", description = "only the slow steps, in a .folded file")
    private boolean isSlow;

    @Mixin
    private Reporting reporting = new Reporting();

    /** A file to write. */
    private record Target(Path file, TargetFormat format) {}

    @Override
    public Integer call() throws IOException {
        ExportOptions options = output.options(this);
        List<Target> targets = targets();
        for (Target each : targets) {
            if ((!min.isZero() && !each.format.hasEvents()) || (isSlow && each.format != TargetFormat.FOLDED)) {
                throw refusal((isSlow ? "--slow" : "--min") + " with " + each.file + " is not allowed: must be a file "
                        + (isSlow ? "of stacks, such as x.folded" : "with single events, such as x.pftrace"));
            }
        }
        reporting.rules(this); // Rejects wrong rules, also if no report is written.
        // Only a database has the steps of ledgers.
        boolean isWithLedgers = targets.stream().allMatch(each -> each.format == TargetFormat.SQLITE);
        List<InputFile> inputs = !isWithLedgers
                ? InputFile.of(List.of(file), false)
                : InputFile.isLedger(file) ? List.of() : InputFile.at(file);
        List<Path> written = targets.stream().map(Target::file).toList();
        WrittenFiles.check(written, inputs);
        boolean hasTraces = inputs.isEmpty() || inputs.stream().anyMatch(input -> !input.isReport());
        List<Target> traces =
                targets.stream().filter(each -> each.format.form() == null).toList();
        if (!hasTraces && !traces.isEmpty()) {
            throw new IOException(file + " is a report, which holds no single events: " + traces.get(0).file
                    + " can only be made from the trace itself");
        }
        List<Target> single = traces.stream()
                .filter(each -> each.format != TargetFormat.SQLITE)
                .toList();
        int code = single.isEmpty() ? ExitCode.DONE : writeTraces(inputs, single, options);
        for (Target each : targets) {
            Form form = each.format.form();
            if (form != null) {
                code = Math.max(code, write(each, form, inputs));
            } else if (each.format == TargetFormat.SQLITE) {
                code = Math.max(code, writeDatabase(each.file, inputs));
            }
        }
        return code;
    }

    private List<Target> targets() {
        List<Path> files = new ArrayList<>(output.files());
        if (target != null) {
            files.add(0, target);
        }
        if (files.isEmpty()) {
            throw refusal("Missing the file to write: 'stepprof convert IN OUT', or '--out=FILE'");
        }
        return files.stream().map(each -> new Target(each, formatOf(each))).toList();
    }

    private TargetFormat formatOf(Path each) {
        if (format != null) {
            return format;
        }
        return TargetFormat.of(each)
                .orElseThrow(() -> refusal("No format is known for the ending of " + each + "; known endings: "
                        + TargetFormat.allEndings()));
    }

    private int writeTraces(List<InputFile> inputs, List<Target> targets, ExportOptions options) throws IOException {
        List<InputFile> traces =
                inputs.stream().filter(each -> !each.isReport()).toList();
        List<InputFile> live =
                traces.stream().filter(each -> !each.isDeadLink()).toList();
        if (live.size() > 1 && targets.size() == 1 && targets.get(0).format == TargetFormat.PERFETTO) {
            RankTraces ranks = new RankTraces(file, reporting.limits(), this);
            return ranks.write(live, this::withoutShort, targets.get(0).file);
        }
        if (live.size() > 1) {
            throw new IOException(file + " holds " + live.size() + " traces, but a file holds only one: name one"
                    + " of them, such as " + live.get(0).label() + "; a .pftrace holds one of each rank");
        }
        try (RunInput input = RunInput.ofFiles(traces, reporting.limits(), this)) {
            Trace trace = withoutShort(input.trace());
            for (Target each : targets) {
                each.format.lost(trace, each.file).forEach(this::remark);
                write(trace, each, options);
            }
            return input.exitCode();
        }
    }

    private Trace withoutShort(Trace trace) {
        if (min.isZero()) {
            return trace;
        }
        Trace rest = TraceBuilder.withoutShorter(trace, min.toNanos());
        remark((trace.eventCount() - rest.eventCount()) + " of " + Amount.count(trace.eventCount(), "event")
                + " left out: shorter than " + Amount.time(min.toNanos()));
        return rest;
    }

    /** Returns what the threads of the slow steps do in them. */
    private Trace ofSlowSteps(Trace trace) throws IOException {
        List<StepMark> slow = WindowFacts.of(trace).slowSteps().stream()
                .map(StepBreakdown::step)
                .toList();
        if (slow.isEmpty()) {
            throw new IOException(
                    file + " has no slow step: none of " + trace.steps().size() + " is");
        }
        LongFunction<IntervalSet> times = track -> IntervalSet.ofSteps(
                slow.stream().filter(step -> step.trackId() == track).toList());
        TraceBuilder part = new TraceBuilder().addEvents(trace, track -> {
            IntervalSet ofTrack = times.apply(track.id());
            return event -> ofTrack.contains(track.startNanos(event));
        });
        IntStream.range(0, trace.samples().size())
                .mapToObj(trace.samples()::sample)
                .filter(sample -> times.apply(sample.trackId()).contains(sample.nanos()))
                .forEach(part::stackSample);
        remark(Amount.count(slow.size(), "step") + " of " + trace.steps().size() + " are slow");
        return part.build();
    }

    private void writeStacks(Trace trace, Path to) throws IOException {
        Set<SampleKind> kinds = trace.samples().kinds();
        StackMetric metric = kinds.contains(SampleKind.CPU_TIME)
                ? StackMetric.SAMPLED_CPU_TIME
                : kinds.contains(SampleKind.JAVA) ? StackMetric.SAMPLED_TIME : StackMetric.SELF_CPU_TIME;
        CollapsedStacks.Written written = CollapsedStacks.export(
                trace, to, metric, metric == StackMetric.SELF_CPU_TIME ? StackFrames.SCOPES : StackFrames.CALLS);
        remark(to + " has " + Amount.count(written.stacks(), "stack") + " with microseconds of "
                + metric.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", in all " + written.total() + "; "
                + written.withoutStack() + " have no stack, " + written.roundedOff() + " are rounded off");
    }

    private void writeMemory(Trace trace, Path to) throws IOException {
        boolean isInferred = trace.options().recordShapes() && trace.options().withStack();
        if (trace.memory().size() == 0) {
            throw new IOException(file + " has no memory events");
        }
        MemoryTimeline timeline =
                MemoryTimeline.of(trace, MemoryTimelineOptions.DEFAULT.withInferCategories(isInferred));
        MemoryTimelineFormat.export(timeline, to);
        String known =
                isInferred ? "inferred categories" : "stated categories, without shapes and stacks to infer more";
        remark(to + " has the memory of " + timeline.device() + " among "
                + trace.memory().devices() + ", by " + known);
    }

    private void write(Trace trace, Target to, ExportOptions options) throws IOException {
        if (to.format == TargetFormat.FOLDED) {
            writeStacks(isSlow ? ofSlowSteps(trace) : trace, to.file);
        } else if (to.format == TargetFormat.MEMORY) {
            writeMemory(trace, to.file);
        } else if (TargetFormat.of(to.file).filter(named -> named == to.format).isPresent()) {
            trace.export(to.file, options);
        } else {
            TraceExporter exporter = to.format.exporter();
            String name = "trace" + to.format.ending();
            TraceFile.replace(to.file, out -> exporter.export(trace, name, out, ExportMeter.none()));
        }
        printWritten(to.file);
    }

    private int writeDatabase(Path to, List<InputFile> inputs) throws IOException {
        List<InputFile> traces =
                inputs.stream().filter(each -> !each.isReport()).toList();
        try (RunInput input = RunInput.ofWindows(traces, reporting.limits(), this);
                Database database = new Database(to)) {
            DatabaseRows rows = new DatabaseRows(database);
            Reporting.Read read = reporting.read(input, Form.JSON, this, window -> {
                TargetFormat.SQLITE.lost(window.trace(), to).forEach(this::remark);
                rows.add(window.recorded());
            });
            List<WindowReport> windows = read.report().windows();
            rows.add(windows, read.report().ranks());
            for (StepLedger each : ledgers(input, windows)) {
                rows.add(each, RunReport.of(each, windows).findings());
            }
            database.complete();
            printWritten(to);
            return input.exitCode();
        }
    }

    /** Ledgers of a directory, or ledgers of the processes whose windows a trace or an archive has. */
    private List<StepLedger> ledgers(RunInput input, List<WindowReport> windows) throws IOException {
        if (InputFile.isLedger(file)) {
            return List.of(StepLedger.read(file));
        }
        List<StepLedger> ledgers = new ArrayList<>();
        if (!Files.isDirectory(file) || Traces.recognizes(file)) {
            ledgers.addAll(Reporting.beside(input, windows).values());
        } else {
            for (Path each : InputFile.in(file, InputFile::isLedger)) {
                try {
                    ledgers.add(StepLedger.read(each));
                } catch (IOException e) {
                    input.miss("left out: " + Reason.of(e));
                }
            }
        }
        if (ledgers.isEmpty() && windows.isEmpty()) {
            throw new IOException(file + " contains no trace, journal or step ledger");
        }
        return ledgers;
    }

    private int write(Target to, Form form, List<InputFile> inputs) throws IOException {
        try (RunInput input = RunInput.ofWindows(inputs, reporting.limits(), this)) {
            Reporting.Read read = reporting.read(input, form, this, window -> {});
            TraceFile.replace(to.file, out -> read.write(form, out));
            long hidden = read.blocks().stream()
                    .mapToLong(each -> each.gzipped().size())
                    .sum();
            if (hidden > 0 && form != Form.HTML) {
                remark(to.file + " cannot hold " + hidden + " parts of pages, such as timelines");
            }
            printWritten(to.file);
            return input.exitCode();
        }
    }
}
