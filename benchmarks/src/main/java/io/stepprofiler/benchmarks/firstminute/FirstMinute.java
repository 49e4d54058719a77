package io.stepprofiler.benchmarks.firstminute;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.Advice;
import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.RunDiagnosis;
import io.stepprofiler.analysis.rules.RunDiagnosis.RunFinding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.benchmarks.DirectoryTree;
import io.stepprofiler.benchmarks.firstminute.PlantedFault.Kind;
import io.stepprofiler.report.faces.ReportFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Prints the verdicts of the agent's default options on programs with a planted fault, with their points: one each for
 * cause, place and remedy in the verdict of the last window; and the warnings about programs without a fault.
 *
 * <p>Arguments: the agent's jar, a directory for the files, the number of steps, and the programs, or kinds of
 * programs, such as {@code clean}; default all. Programs on DJL need DJL on the class path, since the packed benchmarks
 * have none.
 */
public final class FirstMinute {
    private final Path agent;
    private final Path directory;
    private final String steps;

    private FirstMinute(Path agent, Path directory, String steps) {
        this.agent = agent;
        this.directory = directory;
        this.steps = steps;
    }

    /** Runs the programs and prints the table. */
    public static void main(String[] arguments) throws Exception {
        FirstMinute minute = new FirstMinute(
                Path.of(arguments[0]).toRealPath(),
                Files.createDirectories(Path.of(arguments[1])).toRealPath(),
                arguments[2]);
        List<String> chosen = Arrays.asList(arguments).subList(3, arguments.length);
        int known = 0;
        int knownMost = 0;
        int others = 0;
        int othersMost = 0;
        int warnings = 0;
        for (PlantedFault fault : PlantedFault.ALL) {
            if (!chosen.isEmpty()
                    && !chosen.contains(fault.program())
                    && !chosen.contains(fault.kind().name().toLowerCase(Locale.ROOT))) {
                continue;
            }
            if (fault.usesDjl() && FirstMinute.class.getResource("/ai/djl/Model.class") == null) {
                System.out.println("left out, without DJL on the class path: " + fault.program());
                continue;
            }
            StepReport report = minute.run(fault);
            if (fault.kind() == Kind.CLEAN) {
                warnings += warnings(fault, report);
            } else if (fault.kind() == Kind.KNOWN) {
                known += points(fault, report);
                knownMost += 3;
            } else {
                others += points(fault, report);
                othersMost += 3;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nfaults: %d of %d points; others of the same kinds: %d of %d; warnings without a fault: %d%n",
                known,
                knownMost,
                others,
                othersMost,
                warnings);
    }

    private StepReport run(PlantedFault fault) throws IOException, InterruptedException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        String classPath = classes + (fault.usesDjl() ? ":" + System.getProperty("java.class.path") : "");
        compile(fault, classes, classPath);
        Path log = directory.resolve(fault.program().replace(' ', '-'));
        if (Files.exists(log)) {
            DirectoryTree.delete(log);
        }
        List<String> command = new ArrayList<>(fault.flags());
        command.addAll(List.of(
                "-javaagent:" + agent + "=dir=" + log + (fault.usesDjl() ? "" : ",step=" + fault.type() + ".step"),
                "-cp",
                classPath,
                fault.type(),
                steps));
        command.addAll(fault.arguments());
        ChildProcess.result("loss", command);
        try (DirectoryStream<Path> pages = Files.newDirectoryStream(log, "*.html")) {
            return ReportFile.read(pages.iterator().next()).report();
        }
    }

    private static void compile(PlantedFault fault, Path classes, String classPath) throws IOException {
        List<String> files = new ArrayList<>();
        List<String> names = new ArrayList<>(fault.shared());
        names.add(fault.type());
        for (String name : names) {
            Path file = classes.resolve(name + ".java");
            try (InputStream in = Objects.requireNonNull(
                    PlantedFault.class.getResourceAsStream("/io/stepprofiler/benchmarks/faults/" + name + ".java"))) {
                Files.write(file, in.readAllBytes());
            }
            files.add(file.toString());
        }
        List<String> options = List.of("-g", "-nowarn", "-proc:none", "-d", classes.toString(), "-cp", classPath);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        Stream.concat(options.stream(), files.stream()).toArray(String[]::new));
        if (status != 0) {
            throw new IOException("cannot compile " + files);
        }
    }

    private static RunDiagnosis diagnosis(StepReport report) {
        return report.diagnosis(report.verdicts().get(0).windows());
    }

    private static int points(PlantedFault fault, StepReport report) {
        RunDiagnosis diagnosis = diagnosis(report);
        Verdict verdict = diagnosis.verdict().verdict();
        String remedies = verdict.nextStep() + "; "
                + diagnosis.findings().stream()
                        .map(RunFinding::finding)
                        .filter(finding -> finding.rule().equals(verdict.rule()))
                        .flatMap(finding -> finding.advice().stream())
                        .map(Advice::text)
                        .collect(Collectors.joining("; "));
        int points = fault.points(verdict.title() + ": " + verdict.sentence(), remedies);
        System.out.printf(
                Locale.ROOT,
                "%d %s: %s: %s. Next: %s%n",
                points,
                fault.program(),
                verdict.title(),
                verdict.sentence(),
                remedies);
        return points;
    }

    private static int warnings(PlantedFault fault, StepReport report) {
        RunDiagnosis diagnosis = diagnosis(report);
        List<Finding> warnings = diagnosis.findings().stream()
                .map(RunFinding::finding)
                .filter(finding -> finding.severity() == Severity.WARNING)
                .toList();
        System.out.printf(
                Locale.ROOT,
                "- %s: %s: %s%n",
                fault.program(),
                diagnosis.verdict().verdict().title(),
                warnings.isEmpty()
                        ? "no warning"
                        : warnings.stream().map(Finding::sentence).collect(Collectors.joining("; ")));
        return warnings.size();
    }
}
