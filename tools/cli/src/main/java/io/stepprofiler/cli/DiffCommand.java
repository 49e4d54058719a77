package io.stepprofiler.cli;

import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.DiffOptions;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.diff.Spread;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.report.faces.DiffFile;
import io.stepprofiler.report.faces.DiffHtmlWriter;
import io.stepprofiler.report.faces.DiffMarkdownWriter;
import io.stepprofiler.report.faces.DiffTextWriter;
import io.stepprofiler.report.faces.JUnitWriter;
import io.stepprofiler.report.faces.NoiseFile;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.text.OneLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reports whether some runs are slower than others. */
@Command(
        name = DiffCommand.NAME,
        customSynopsis = "stepprof diff [OPTIONS] BASE... -- NEW...",
        description = {
            "Reports whether the new runs are slower than the base runs, and where the difference comes from.",
            "Reads the files that 'stepprof report' reads, and directories of them. Windows of one process "
                    + "are one run, and runs are compared: a verdict 'slower' needs at least three per side."
        },
        mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {
    static final int REGRESSION = 1;
    static final int NOT_DECIDED = 3;
    static final String NAME = "diff";

    private static final String NEW = "--new";

    private static final Map<String, String> EXIT_CODES = new LinkedHashMap<>();

    static {
        EXIT_CODES.put(String.valueOf(ExitCode.DONE), "no regression, or not enough runs for a verdict");
        EXIT_CODES.put(String.valueOf(REGRESSION), "regression, by --fail-on");
        EXIT_CODES.put(
                String.valueOf(ExitCode.FAILED),
                "failed, or not understood; or no regression, but a file of a directory was left out");
        EXIT_CODES.put(
                String.valueOf(NOT_DECIDED), "no verdict, with --strict; sides that differ, with --strict-parity");
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "BASE",
            description = "traces, journals, summaries and directories of them; the new side follows after --")
    private List<Path> base = List.of();

    @Option(names = NEW, arity = "0..*", hidden = true, paramLabel = "NEW")
    private List<Path> next = List.of();

    @Option(
            names = "--threshold",
            paramLabel = "PART",
            description = "ignore differences below this part: 5%% or 0.05; default 5%%")
    private String threshold = "5%";

    @Option(
            names = "--noise",
            paramLabel = "PATH",
            arity = "1",
            description = "runs of one program, which show how much runs differ, if a side has only one run; may be"
                    + " repeated")
    private List<Path> noise = List.of();

    @Option(
            names = "--noise-file",
            paramLabel = "FILE",
            defaultValue = ".stepprof/noise.json",
            description = "file with the noise of earlier comparisons; default ${DEFAULT-VALUE}, if it exists")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path noiseFile;

    @Option(names = "--keep-noise", description = "add the noise of the runs of each side to the noise file")
    private boolean keepNoise;

    @Option(
            names = "--metric",
            paramLabel = "ID",
            split = ",",
            description = "metrics that decide; default cost,flops,allocated-memory,peak-memory; also typical, cpu,"
                    + " throughput, operations, shapes, threads, collections, java-allocation")
    private List<String> metrics = List.of();

    /** Verdicts that make the command exit with 1. */
    enum FailOn {
        SLOWER,
        SUSPECTED,
        ANY_CHANGE
    }

    @Option(
            names = "--fail-on",
            paramLabel = "WHAT",
            description = "slower, suspected or any-change; default slower",
            converter = FailOnConverter.class)
    private FailOn failOn = FailOn.SLOWER;

    @Option(names = "--strict", description = "exit with 3 if there is no verdict")
    private boolean isStrict;

    @Option(names = "--strict-parity", description = "exit with 3 if the sides differ in more than their code")
    private boolean isStrictParity;

    @Mixin
    private DocumentOutputOptions output = new DocumentOutputOptions();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "also write a JUnit report with a test for each metric")
    private @Nullable Path junit;

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    /** Converts words such as {@code any-change}. */
    static final class FailOnConverter extends EnumWords<FailOn> {
        /** Made by picocli. */
        FailOnConverter() {
            super(FailOn.class);
        }
    }

    /** Replaces two dashes, which separate the sides here but end the options for the parser. */
    static String[] parted(String... words) {
        return Arrays.stream(words).map(word -> word.equals("--") ? NEW : word).toArray(String[]::new);
    }

    /** Creates the command line for other commands that run this one. */
    static CommandLine commandLine() {
        CommandLine line = CommandLines.of(new DiffCommand());
        prepare(line);
        return line;
    }

    /** Sets the exit codes, and keeps unknown options from being taken for files of the new side. */
    static void prepare(CommandLine diff) {
        diff.setUnmatchedOptionsAllowedAsOptionParameters(false);
        tellExitCodes(diff);
    }

    /** Lists the exit codes in the help of this command, or of one that ends by running it. */
    static void tellExitCodes(CommandLine command) {
        command.getCommandSpec().usageMessage().exitCodeList(EXIT_CODES);
    }

    @Override
    public Integer call() throws IOException {
        DiffOptions options = check();
        List<InputFile> baseFiles = InputFiles.of(base);
        List<InputFile> nextFiles = InputFiles.of(next);
        List<InputFile> noiseFiles = InputFiles.of(noise);
        WrittenFiles.check(
                written(),
                Stream.of(baseFiles, nextFiles, noiseFiles)
                        .flatMap(List::stream)
                        .toList());
        RunFiles files = new RunFiles(limits, spec.commandLine());
        boolean isPage = output.form() == Form.HTML;
        InputReports ofBase = files.read(baseFiles, isPage);
        InputReports ofNext = files.read(nextFiles, isPage);
        InputReports ofNoise = files.read(noiseFiles, false);
        Map<DiffMetric, Spread> spread =
                noise.isEmpty() ? NoiseFile.read(noiseFile, host(ofBase.windows())) : noise(ofNoise.windows());
        List<String> leftOut = Stream.of(
                        leftOut(ofBase, "the base"), leftOut(ofNext, "the new side"), leftOut(ofNoise, "the noise"))
                .flatMap(Optional::stream)
                .toList();
        ReportDiff diff = compare(ofBase.windows(), ofNext.windows(), options.withNoise(spread))
                .withRemarks(leftOut);
        if (keepNoise) {
            keepNoise(diff, host(ofBase.windows()), ofBase.leftOut() + ofNext.leftOut() > 0);
        }
        List<MetricDiff> failures = failures(diff);
        write(text(diff, ofBase.blocks(), ofNext.blocks()), diff, failures, leftOut);
        int code = exitCode(diff, failures);
        // Runs that could not be read might be slower.
        return code == ExitCode.DONE && !leftOut.isEmpty() ? ExitCode.FAILED : code;
    }

    /** Remark about files that could not be read; the written files contain it because their readers see no output. */
    private static Optional<String> leftOut(InputReports side, String name) {
        int count = side.leftOut();
        String files = count == 1 ? "a file" : count + " files";
        return count == 0
                ? Optional.empty()
                : Optional.of("Of " + name + ", " + files + " could not be read and " + (count == 1 ? "is" : "are")
                        + " left out");
    }

    /** Keeps the noise unless some runs are missing: later comparisons would take it for the noise of all runs. */
    private void keepNoise(ReportDiff diff, String host, boolean isPartial) throws IOException {
        if (isPartial) {
            CommandLine line = spec.commandLine();
            line.getErr().println(line.getCommandName() + ": the noise is not kept: some runs could not be read");
        } else {
            NoiseFile.add(noiseFile, host, seen(diff));
        }
    }

    /**
     * Returns the options, or rejects invalid ones before anything is read.
     *
     * @throws ParameterException if an argument is invalid
     * @throws IOException if a file cannot be written
     */
    DiffOptions check() throws IOException {
        CommandLine line = spec.commandLine();
        long dashes = line.getParseResult().originalArgs().stream()
                .filter(NEW::equals)
                .count();
        if (dashes == 0) {
            throw new ParameterException(line, "Missing '--' between the base and the new side: BASE... -- NEW...");
        }
        if (dashes > 1) {
            throw new ParameterException(
                    line,
                    "'--' is given " + dashes + " times, must be given once, between two sides: BASE... -- NEW...");
        }
        if (base.isEmpty() || next.isEmpty()) {
            throw new ParameterException(
                    line, "The " + (base.isEmpty() ? "base" : "new side") + " is empty: BASE... -- NEW...");
        }
        for (Path runs : noise) {
            if (!Files.exists(runs)) {
                throw new IOException("--noise = " + runs + " is not allowed: must be an existing file or directory");
            }
        }
        WrittenFiles.check(written());
        return options(line);
    }

    /** Files to write, and the noise file, which no other output may overwrite. */
    private List<Path> written() {
        return Stream.of(output.file(), junit, keepNoise || noise.isEmpty() ? noiseFile : null)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Compares the runs; a failure is reported as one of the input, not as an internal error. */
    private static ReportDiff compare(List<WindowReport> base, List<WindowReport> next, DiffOptions options)
            throws IOException {
        try {
            return ReportDiff.of(base, next, options);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private DiffOptions options(CommandLine line) {
        DiffOptions options = DiffOptions.DEFAULT;
        try {
            limits.orElse(ImportOptions.DEFAULT);
            if (!metrics.isEmpty()) {
                Set<DiffMetric> gates = EnumSet.noneOf(DiffMetric.class);
                metrics.forEach(id -> gates.add(metric(id)));
                options = options.withGates(gates);
            }
            return options.withThreshold(part(threshold));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage(), e);
        }
    }

    private static DiffMetric metric(String id) {
        return DiffMetric.of(id)
                .orElseThrow(() -> new IllegalArgumentException("--metric " + id + " is not allowed: must be one of "
                        + Arrays.stream(DiffMetric.values())
                                .filter(each -> each.kind() != DiffMetric.Kind.SHOWN)
                                .map(DiffMetric::id)
                                .collect(Collectors.joining(", "))));
    }

    private static double part(String text) {
        boolean isPercent = text.endsWith("%");
        try {
            double number = Double.parseDouble(isPercent ? text.substring(0, text.length() - 1) : text);
            return isPercent ? number / 100 : number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--threshold " + text + " is not allowed: must be a part, such as 5% or 0.05", e);
        }
    }

    private static Map<DiffMetric, Spread> noise(List<WindowReport> runs) throws IOException {
        try {
            return ReportDiff.noise(runs, "the runs of --noise");
        } catch (IllegalArgumentException e) {
            throw new IOException("--noise: " + e.getMessage(), e);
        }
    }

    private static String host(List<WindowReport> windows) {
        return windows.stream().map(window -> window.run().host()).findFirst().orElse("");
    }

    private static Map<DiffMetric, Spread> seen(ReportDiff diff) {
        Map<DiffMetric, Spread> seen = new EnumMap<>(DiffMetric.class);
        if (diff.base().size() > 1 && diff.next().size() > 1) {
            diff.metrics().forEach(each -> seen.put(each.metric(), each.change().noise()));
        }
        return seen;
    }

    private List<MetricDiff> failures(ReportDiff diff) {
        return diff.metrics().stream()
                .filter(each -> switch (each.verdict()) {
                    case SLOWER -> each.isGate() || failOn == FailOn.ANY_CHANGE;
                    case SUSPECTED_SLOWER -> each.isGate() && failOn != FailOn.SLOWER;
                    case FASTER, SUSPECTED_FASTER -> each.isGate() && failOn == FailOn.ANY_CHANGE;
                    case CHANGED -> failOn == FailOn.ANY_CHANGE;
                    default -> false;
                })
                .toList();
    }

    private int exitCode(ReportDiff diff, List<MetricDiff> failures) {
        if (isStrictParity && !diff.mismatches().isEmpty()) {
            return NOT_DECIDED;
        }
        if (!failures.isEmpty()) {
            return REGRESSION;
        }
        return switch (diff.verdict()) {
            case CANNOT_TELL, NOT_COMPARABLE, SUSPECTED_SLOWER, SUSPECTED_FASTER ->
                isStrict ? NOT_DECIDED : ExitCode.DONE;
            default -> ExitCode.DONE;
        };
    }

    private void write(String text, ReportDiff diff, List<MetricDiff> failures, List<String> leftOut)
            throws IOException {
        CommandLine line = spec.commandLine();
        Path out = output.file();
        // Standard output may hold the comparison itself.
        PrintWriter told = out == null ? line.getErr() : line.getOut();
        if (out == null) {
            line.getOut().print(text);
        } else {
            write(out, text, told);
        }
        if (junit != null) {
            write(junit, JUnitWriter.of(diff, failures, leftOut), told);
        }
    }

    private String text(ReportDiff diff, List<WindowBlocks> ofBase, List<WindowBlocks> ofNext) throws IOException {
        return switch (output.form()) {
            case HTML -> page(diff, ofBase, ofNext);
            case TEXT -> DiffTextWriter.of(diff);
            case MD -> DiffMarkdownWriter.of(diff);
            case JSON -> DiffFile.json(diff) + "\n";
        };
    }

    private static String page(ReportDiff diff, List<WindowBlocks> ofBase, List<WindowBlocks> ofNext)
            throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        DiffHtmlWriter.write(diff, ofBase, ofNext, page);
        return page.toString(StandardCharsets.UTF_8);
    }

    private static void write(Path file, String text, PrintWriter told) throws IOException {
        TraceFile.replace(file, stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
        told.println("Wrote " + OneLine.of(file.toString()));
    }
}
