package io.stepprofiler.cli.command;

import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.DiffOptions;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.diff.Spread;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.cli.input.EnumWords;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Form;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.TableCommand;
import io.stepprofiler.cli.input.WrittenFiles;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.report.faces.DiffDocument;
import io.stepprofiler.report.faces.DiffFile;
import io.stepprofiler.report.faces.DiffHtmlWriter;
import io.stepprofiler.report.faces.JUnitWriter;
import io.stepprofiler.report.faces.NoiseFile;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Reports whether some runs are slower than others. */
@Command(
        name = DiffCommand.NAME,
        customSynopsis = "stepprof diff [OPTIONS] BASE... -- NEW...",
        description = {
            "Reports whether the new runs are slower than the base runs, and where the difference comes from.",
            "Reads the files that 'stepprof report' reads, and directories of them. Windows of one process "
                    + "are one run, and runs are compared: a verdict 'slower' needs at least three per side."
        },
        exitCodeList = {
            DiffCommand.IF_DONE,
            DiffCommand.IF_REGRESSION,
            DiffCommand.IF_FAILED,
            DiffCommand.IF_NOT_DECIDED
        })
public final class DiffCommand extends TableCommand {
    static final int REGRESSION = 1;
    static final int NOT_DECIDED = 3;
    public static final String NAME = "diff";

    public static final String IF_DONE = ExitCode.DONE + ":no regression, or not enough runs for a verdict";
    static final String IF_REGRESSION = REGRESSION + ":regression, by --fail-on";
    public static final String IF_FAILED =
            ExitCode.FAILED + ":failed, or not understood; or no regression, but a file of a directory was left out";
    static final String IF_NOT_DECIDED =
            NOT_DECIDED + ":no verdict, with --strict; sides that differ, with --strict-parity";

    private static final String NEW = "--new";

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
    private Path noiseFile;

    @Option(names = "--keep-noise", description = "add the noise of the runs of each side to the noise file")
    private boolean keepNoise;

    @Option(
            names = "--metric",
            paramLabel = "ID",
            split = ",",
            description = "metrics that decide; default cost,mean,active,cpu,device-work,period,throughput,flops,"
                    + "allocated-memory,peak-memory; also typical, java-allocation, operations, shapes, threads,"
                    + " collections, kernels, copied")
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

    /** Converts words such as {@code any-change}. */
    static final class FailOnConverter extends EnumWords<FailOn> {}

    /** Replaces two dashes, which separate the sides here but end the options for the parser. */
    public static String[] parted(String... words) {
        return Arrays.stream(words).map(word -> word.equals("--") ? NEW : word).toArray(String[]::new);
    }

    /** The command line of this command, from the command line of all commands. */
    static CommandLine in(CommandLine root) {
        return Objects.requireNonNull(root.getSubcommands().get(NAME));
    }

    /** Keeps unknown options from being taken for files of the new side. */
    public static void prepare(CommandLine root) {
        in(root).setUnmatchedOptionsAllowedAsOptionParameters(false);
    }

    @Override
    public Integer call() throws IOException {
        DiffOptions options = check();
        checkForm(output.form());
        List<InputFile> baseFiles = InputFile.of(base, false);
        List<InputFile> nextFiles = InputFile.of(next, false);
        List<InputFile> noiseFiles = InputFile.of(noise, false);
        WrittenFiles.check(
                written(),
                Stream.of(baseFiles, nextFiles, noiseFiles)
                        .flatMap(List::stream)
                        .toList());
        boolean isPage = output.form() == Form.HTML;
        Side ofBase = read(baseFiles, "the base", isPage);
        Side ofNext = read(nextFiles, "the new side", isPage);
        Side ofNoise = read(noiseFiles, "the noise", false);
        Map<DiffMetric, Spread> spread =
                noise.isEmpty() ? NoiseFile.read(noiseFile, host(ofBase.windows)) : noise(ofNoise.windows);
        List<String> leftOut = Stream.of(ofBase, ofNext, ofNoise)
                .flatMap(side -> side.leftOut.stream())
                .toList();
        ReportDiff diff = compare(ofBase.windows, ofNext.windows, options.withNoise(spread))
                .withRemarks(leftOut);
        if (keepNoise) {
            boolean isPartial = ofBase.leftOut.isPresent() || ofNext.leftOut.isPresent();
            keepNoise(diff, host(ofBase.windows), isPartial);
        }
        List<MetricDiff> failures = failures(diff);
        write(diff, ofBase, ofNext, failures, leftOut);
        int code = exitCode(diff, failures);
        // Runs that could not be read might be slower.
        return code == ExitCode.DONE && !leftOut.isEmpty() ? ExitCode.FAILED : code;
    }

    /**
     * The windows of a side.
     *
     * @param blocks additional parts of a page for each window
     * @param leftOut remark about files that could not be read; the written files contain it because their readers see
     *     no output
     */
    private record Side(List<WindowReport> windows, List<WindowBlocks> blocks, Optional<String> leftOut) {}

    private Side read(List<InputFile> files, String name, boolean withFlames) throws IOException {
        List<WindowReport> windows = new ArrayList<>();
        List<WindowBlocks> blocks = new ArrayList<>();
        try (RunInput input = RunInput.ofWindows(files, limits, this)) {
            input.forEach(window -> {
                WindowReport named = window.report(RuleSet.all(), 1);
                // Files of several runs may share a name.
                WindowReport report =
                        named.withRun(named.run().withSource(window.file().label()));
                boolean isShown = withFlames && window.isTrace();
                blocks.add(isShown ? WindowBlocks.ofFlames(window.recorded()) : window.blocks());
                windows.add(report);
            });
            input.finish();
            int count = input.unread().size();
            Optional<String> leftOut = Optional.of("Of " + name + ", " + (count == 1 ? "a file" : count + " files")
                            + " could not be read and " + (count == 1 ? "is" : "are") + " left out")
                    .filter(sentence -> count > 0);
            return new Side(windows, blocks, leftOut);
        }
    }

    /** Keeps the noise unless some runs are missing: later comparisons would take it for the noise of all runs. */
    private void keepNoise(ReportDiff diff, String host, boolean isPartial) throws IOException {
        if (isPartial) {
            remark("the noise is not kept: some runs could not be read");
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
        long dashes = spec().commandLine().getParseResult().originalArgs().stream()
                .filter(NEW::equals)
                .count();
        if (dashes == 0) {
            throw refusal("Missing '--' between the base and the new side: BASE... -- NEW...");
        }
        if (dashes > 1) {
            throw refusal(
                    "'--' is given " + dashes + " times, must be given once, between two sides: BASE... -- NEW...");
        }
        if (base.isEmpty() || next.isEmpty()) {
            throw refusal("The " + (base.isEmpty() ? "base" : "new side") + " is empty: BASE... -- NEW...");
        }
        for (Path runs : noise) {
            if (!Files.exists(runs)) {
                throw new IOException("--noise = " + runs + " is not allowed: must be an existing file or directory");
            }
        }
        WrittenFiles.check(written());
        limits.options(this);
        return options();
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

    private DiffOptions options() {
        DiffOptions options = DiffOptions.DEFAULT;
        try {
            if (!metrics.isEmpty()) {
                Set<DiffMetric> gates = EnumSet.noneOf(DiffMetric.class);
                metrics.forEach(id -> gates.add(metric(id)));
                options = options.withGates(gates);
            }
            return options.withThreshold(part(threshold));
        } catch (IllegalArgumentException e) {
            throw refusal(e);
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

    private void write(ReportDiff diff, Side ofBase, Side ofNext, List<MetricDiff> failures, List<String> leftOut)
            throws IOException {
        TraceFile.Content content = switch (output.form()) {
            case HTML -> stream -> DiffHtmlWriter.write(diff, ofBase.blocks, ofNext.blocks, stream);
            case TEXT -> DocumentOutputOptions.text(DiffDocument.text(diff));
            case MD -> DocumentOutputOptions.text(DiffDocument.markdown(diff));
            case JSON -> DocumentOutputOptions.text(DiffFile.json(diff) + "\n");
        };
        output.write(isCsv ? DocumentOutputOptions.text(csv(DiffFile.json(diff), "/metrics")) : content, this);
        if (junit != null) {
            TraceFile.replace(junit, DocumentOutputOptions.text(JUnitWriter.of(diff, failures, leftOut)));
            // Standard output may hold the comparison itself.
            (output.file() == null ? err() : out()).println("Wrote " + OneLine.of(junit.toString()));
        }
    }
}
