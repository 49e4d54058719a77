package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.live.AgentJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Runs two commands alternately under the agent, and reports whether one of them is slower. */
@Command(
        name = "bench",
        customSynopsis = "stepprof bench [OPTIONS] N [--base 'COMMAND'] -- COMMAND...",
        description = {
            "Runs a command N times under the agent, alternating with another one, and compares the runs as "
                    + "'stepprof diff' does.",
            "The other command is given by --base as one text, which no shell reads: words are separated by "
                    + "spaces; quotes and backslashes keep them together. If --base is missing, the command runs 2 N "
                    + "times and is compared with itself; this shows how much its runs differ by chance.",
            "",
            "  stepprof bench 5 --base 'java -jar old.jar' -- java -jar new.jar"
        },
        exitCodeList = {
            DiffCommand.IF_DONE,
            DiffCommand.IF_REGRESSION,
            DiffCommand.IF_FAILED,
            DiffCommand.IF_NOT_DECIDED
        })
public final class BenchCommand extends Subcommand {
    private static final int MAX_RUNS = 1_000;
    /** Only the files that are compared; the agent's own schedule waits until the program is warm. */
    private static final String DEFAULTS = "format=report";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    @Parameters(
            index = "0",
            paramLabel = "N",
            description = "number of runs per side; at least three are needed for a verdict 'slower'")
    private int runs;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "the command, and its arguments")
    private List<String> command = List.of();

    @Option(names = "--base", paramLabel = "'COMMAND'", description = "the command to compare with, as one text")
    private @Nullable String base;

    @Option(
            names = "--dir",
            paramLabel = "DIRECTORY",
            description = "directory for the recordings; it must be new or empty")
    private @Nullable Path directory;

    @Mixin
    private AgentJar agent = new AgentJar();

    @Option(
            names = "--agent",
            paramLabel = "NAME=VALUE,...",
            description =
                    "options of the agent, such as step=com.acme.Trainer.train; they override the defaults " + DEFAULTS)
    private String agentOptions = "";

    @Option(
            names = "--diff",
            paramLabel = "OPTION",
            description = "an option of 'stepprof diff', such as --diff=--threshold=5%%; may be repeated")
    private List<String> diffOptions = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (runs < 1 || runs > MAX_RUNS) {
            throw refusal("N = " + runs + " is not allowed: must be 1 to " + MAX_RUNS);
        }
        List<String> other = baseCommand();
        checkDiff();
        for (List<String> each : List.of(command, other)) {
            if (!BenchRuns.isProgram(each.get(0))) {
                throw refusal(each.get(0) + " is not allowed: must be a program, by its path or found in PATH");
            }
        }
        BenchRuns all = new BenchRuns(agent.find(), options(), err());
        Path kept = directory();
        BenchRuns.Side first = new BenchRuns.Side("base", other, kept);
        BenchRuns.Side second = new BenchRuns.Side("new", command, kept);
        remark(runs + " runs per side, alternating; recorded in " + kept);
        for (int round = 0; round < runs; round++) {
            // Each side runs first equally often, so that a drift of the machine affects both.
            boolean isBaseFirst = round % 2 == 0;
            all.run(isBaseFirst ? first : second, round, runs);
            all.run(isBaseFirst ? second : first, round, runs);
        }
        return DiffCommand.in(spec().root().commandLine())
                .execute(diffArguments(first.directories(), second.directories()));
    }

    /** Options of the agent: the defaults, overridden by the given ones. */
    private String options() {
        Map<String, String> options = new LinkedHashMap<>();
        for (String option : (DEFAULTS + "," + agentOptions).split(",", -1)) {
            int sign = option.indexOf('=');
            if (!option.isBlank()) {
                options.put(sign < 0 ? option : option.substring(0, sign), option);
            }
        }
        return String.join(",", options.values());
    }

    private List<String> baseCommand() {
        if (base == null) {
            return command;
        }
        try {
            List<String> words = CommandWords.of(base);
            if (!words.isEmpty()) {
                return words;
            }
        } catch (IllegalArgumentException e) {
            throw refusal("--base is not understood: " + e.getMessage());
        }
        throw refusal("--base is empty: must be a command");
    }

    private Path directory() throws IOException {
        Path wanted = directory != null ? directory : Path.of("stepprof-bench-" + TIME.format(Instant.now()));
        Files.createDirectories(wanted);
        try (Stream<Path> entries = Files.list(wanted)) {
            if (entries.findAny().isPresent()) {
                throw new IOException(wanted + " is not empty: name a new directory with --dir");
            }
        }
        return wanted.toAbsolutePath().normalize();
    }

    /** Rejects invalid options of the comparison before the runs, which may take hours. */
    private void checkDiff() throws IOException {
        try {
            CommandLine diff = DiffCommand.in(spec().root().commandLine());
            diff.parseArgs(diffArguments(List.of("base"), List.of("new")));
            diff.<DiffCommand>getCommand().check();
        } catch (ParameterException e) {
            throw refusal("--diff = " + diffOptions + " is not allowed: " + e.getMessage());
        }
    }

    private String[] diffArguments(List<?> first, List<?> second) {
        List<String> arguments = new ArrayList<>(diffOptions);
        first.forEach(each -> arguments.add(each.toString()));
        arguments.add("--");
        second.forEach(each -> arguments.add(each.toString()));
        return DiffCommand.parted(arguments.toArray(String[]::new));
    }
}
