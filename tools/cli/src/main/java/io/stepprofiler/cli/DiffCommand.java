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
import io.stepprofiler.report.faces.DiffHtmlFace;
import io.stepprofiler.report.faces.DiffMarkdownFace;
import io.stepprofiler.report.faces.DiffTextFace;
import io.stepprofiler.report.faces.JUnitFace;
import io.stepprofiler.report.faces.NoiseFile;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.OneLine;
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

/** Says whether some runs are slower than others. */
@Command(
        name = DiffCommand.NAME,
        customSynopsis = "stepprof diff [OPTIONS] BASE... -- NEW...",
        description = {
            "Says whether the runs of one side are slower than those of another, and where the difference comes from.",
            "Reads what 'stepprof report' reads, and directories of that. Windows of one process are one run, and runs are what is compared: three a side are the fewest that can say 'slower'."
        },
        mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {
    static final int REGRESSION = 1;
    static final int NOT_DECIDED = 3;
    static final String NAME = "diff";

    private static final String NEW = "--new";

    private static final Map<String, String> EXIT_CODES = new LinkedHashMap<>();

    static {
        EXIT_CODES.put(String.valueOf(ExitCode.DONE), "no regression; also where that cannot be told");
        EXIT_CODES.put(String.valueOf(REGRESSION), "regression, by --fail-on");
        EXIT_CODES.put(
                String.valueOf(ExitCode.FAILED),
                "failed, or not understood; no regression, but a file of a directory was left out");
        EXIT_CODES.put(
                String.valueOf(NOT_DECIDED), "cannot be told, with --strict; sides that differ, with --strict-parity");
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "BASE",
            description = "traces, journals, summaries and directories of them; behind -- those of the new side")
    private List<Path> base = List.of();

    @Option(names = NEW, arity = "0..*", hidden = true, paramLabel = "NEW")
    private List<Path> next = List.of();

    @Option(
            names = "--threshold",
            paramLabel = "PART",
            description = "differences below are none: 5%% or 0.05; default 5%%")
    private String threshold = "5%";

    @Option(
            names = "--noise",
            paramLabel = "PATH",
            arity = "1",
            description =
                    "runs of one program, which tell how much runs differ where a side has one run; may be given again")
    private List<Path> noise = List.of();

    @Option(
            names = "--noise-file",
            paramLabel = "FILE",
            defaultValue = ".stepprof/noise.json",
            description = "where it stands how much runs differed before; default ${DEFAULT-VALUE}, if there is one")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path noiseFile;

    @Option(names = "--keep-noise", description = "add to that file how much the runs of each side differ")
    private boolean keepNoise;

    @Option(
            names = "--metric",
            paramLabel = "ID",
            split = ",",
            description = "metrics that decide; default cost,flops,allocated-memory,peak-memory; also typical, cpu,"
                    + " throughput, operations, shapes, threads, collections, java-allocation")
    private List<String> metrics = List.of();

    /** What makes the command exit with 1. */
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

    @Option(names = "--strict", description = "exit with 3 if nothing can be said")
    private boolean isStrict;

    @Option(names = "--strict-parity", description = "exit with 3 if the sides differ in more than their code")
    private boolean isStrictParity;

    @Mixin
    private FormedOutput output = new FormedOutput();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "write a report of JUnit, too, a test for each figure")
    private @Nullable Path junit;

    @Mixin
    private Limits limits = new Limits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    /** Takes what people write: {@code any-change}. */
    static final class FailOnConverter extends EnumWords<FailOn> {
        /** Made by picocli. */
        FailOnConverter() {
            super(FailOn.class);
        }
    }

    /** The words as the parser takes them: for it two dashes end the options, and here they part the sides. */
    static String[] parted(String... words) {
        return Arrays.stream(words).map(word -> word.equals("--") ? NEW : word).toArray(String[]::new);
    }

    /** The command by itself, as other commands run it. */
    static CommandLine commandLine() {
        CommandLine line = CommandLines.of(new DiffCommand());
        prepare(line);
        return line;
    }

    /** Its own exit codes; what looks like an option is no file of the new side. */
    static void prepare(CommandLine diff) {
        diff.setUnmatchedOptionsAllowedAsOptionParameters(false);
        tellExitCodes(diff);
    }

    /** Says what the command, or one that ends with it, exits with. */
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
        // That nothing is slower was not seen of runs that could not be read.
        return code == ExitCode.DONE && !leftOut.isEmpty() ? ExitCode.FAILED : code;
    }

    /** In the files that are written, too: whoever reads these does not see what was printed. */
    private static Optional<String> leftOut(InputReports side, String name) {
        int count = side.leftOut();
        String files = count == 1 ? "a file" : count + " files";
        return count == 0
                ? Optional.empty()
                : Optional.of("Of " + name + ", " + files + " could not be read and " + (count == 1 ? "is" : "are")
                        + " left out");
    }

    /** That of runs of which some are missing would be taken for all of them later. */
    private void keepNoise(ReportDiff diff, String host, boolean isPartial) throws IOException {
        if (isPartial) {
            CommandLine line = spec.commandLine();
            line.getErr().println(line.getCommandName() + ": the noise is not kept: some runs could not be read");
        } else {
            NoiseFile.add(noiseFile, host, seen(diff));
        }
    }

    /**
     * What was asked for, refused before anything is read if it cannot be done.
     *
     * @throws ParameterException if it was not understood
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
                    line, "'--' is there " + dashes + " times, must be once, between two sides: BASE... -- NEW...");
        }
        if (base.isEmpty() || next.isEmpty()) {
            throw new ParameterException(
                    line, "The " + (base.isEmpty() ? "base" : "new side") + " is empty: BASE... -- NEW...");
        }
        for (Path runs : noise) {
            if (!Files.exists(runs)) {
                throw new IOException(
                        "--noise = " + runs + " is not allowed: must be a file or directory that is there");
            }
        }
        WrittenFiles.check(written());
        return options(line);
    }

    /** Files that are written, and the noise that was collected, in whose place nothing else may be written. */
    private List<Path> written() {
        return Stream.of(output.file(), junit, keepNoise || noise.isEmpty() ? noiseFile : null)
                .filter(Objects::nonNull)
                .toList();
    }

    /** What cannot be compared is what was typed, not a failure of ours. */
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
                .orElseThrow(() -> new IllegalArgumentException("--metric " + id + " is not allowed: must be of "
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
            diff.metrics().forEach(each -> seen.put(each.metric(), each.noise()));
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
        // Standard output may be the difference itself.
        PrintWriter told = out == null ? line.getErr() : line.getOut();
        if (out == null) {
            line.getOut().print(text);
        } else {
            write(out, text, told);
        }
        if (junit != null) {
            write(junit, JUnitFace.of(diff, failures, leftOut), told);
        }
        line.getOut().flush();
    }

    private String text(ReportDiff diff, List<WindowBlocks> ofBase, List<WindowBlocks> ofNext) throws IOException {
        return switch (output.form()) {
            case HTML -> page(diff, ofBase, ofNext);
            case TEXT -> DiffTextFace.of(diff);
            case MD -> DiffMarkdownFace.of(diff);
            case JSON -> DiffFile.json(diff) + "\n";
        };
    }

    private static String page(ReportDiff diff, List<WindowBlocks> ofBase, List<WindowBlocks> ofNext)
            throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        DiffHtmlFace.write(diff, ofBase, ofNext, page);
        return page.toString(StandardCharsets.UTF_8);
    }

    private static void write(Path file, String text, PrintWriter told) throws IOException {
        TraceFile.replace(file, stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
        told.println("Wrote " + OneLine.of(file.toString()));
    }
}
