package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Form;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.Reporting;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.WrittenFiles;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                    + "become another form of report."
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

    @Mixin
    private Reporting reporting = new Reporting();

    /** A file to write. */
    private record Target(Path file, TargetFormat format) {}

    @Override
    public Integer call() throws IOException {
        ExportOptions options = output.options(this);
        List<Target> targets = targets();
        reporting.rules(this); // Rejects wrong rules, also if no report is written.
        List<InputFile> inputs = InputFile.of(List.of(file));
        List<Path> written = targets.stream().map(Target::file).toList();
        WrittenFiles.check(written, inputs);
        boolean hasTraces = inputs.stream().anyMatch(input -> !input.isReport());
        List<Target> traces =
                targets.stream().filter(each -> each.format.isTrace()).toList();
        List<Target> reports =
                targets.stream().filter(each -> !each.format.isTrace()).toList();
        if (!hasTraces && !traces.isEmpty()) {
            throw new IOException(file + " is a report, which holds no single events: " + traces.get(0).file
                    + " can only be made from the trace itself");
        }
        int code = traces.isEmpty() ? ExitCode.DONE : writeTraces(inputs, traces, options);
        for (Target report : reports) {
            code = Math.max(code, write(report, inputs));
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
        if (live.size() > 1) {
            throw new IOException(file + " holds " + live.size() + " traces, but a file holds only one: name one"
                    + " of them, such as " + live.get(0).label());
        }
        try (RunInput input = RunInput.ofFiles(traces, reporting.limits(), this)) {
            Trace trace = input.trace();
            for (Target each : targets) {
                each.format.lost(trace, each.file).forEach(this::remark);
                write(trace, each, options);
            }
            return input.exitCode();
        }
    }

    private void write(Trace trace, Target to, ExportOptions options) throws IOException {
        if (TargetFormat.of(to.file).filter(named -> named == to.format).isPresent()) {
            trace.export(to.file, options);
            printWritten(to.file);
            return;
        }
        TraceExporter exporter = to.format.exporter();
        String name = "trace" + to.format.ending();
        TraceFile.replace(to.file, out -> exporter.export(trace, name, out, ExportMeter.none()));
        printWritten(to.file);
    }

    private int write(Target to, List<InputFile> inputs) throws IOException {
        Form form = switch (to.format) {
            case HTML -> Form.HTML;
            case MD -> Form.MD;
            case SUMMARY -> Form.JSON;
            default -> Form.TEXT;
        };
        try (RunInput input = RunInput.ofWindows(inputs, reporting.limits(), this)) {
            write(to, reporting.read(input, form, this), form);
            return input.exitCode();
        }
    }

    private void write(Target to, Reporting.Read read, Form form) throws IOException {
        TraceFile.replace(to.file, out -> read.write(form, out));
        long hidden = form == Form.HTML
                ? 0
                : read.blocks().stream()
                        .mapToLong(each -> each.gzipped().size())
                        .sum();
        if (hidden > 0) {
            remark(to.file + " cannot hold " + hidden + " parts of pages, such as timelines");
        }
        printWritten(to.file);
    }
}
