package io.stepprofiler.cli.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

/**
 * Options for the engine of the fleet commands, and the run of a command by Spark in a second virtual machine. Jars of
 * Spark never come into this one, whose libraries have other versions.
 */
public final class SparkFleet {
    // D30: Spark's libraries stay in a second virtual machine.

    private static final SiblingJar APPLICATION = new SiblingJar("stepprof-fleet-spark", "../../fleet-spark/target");
    private static final String MAIN = "io.stepprofiler.fleetspark.FleetMain";

    /** Local processes only: nothing is reachable from other machines. */
    private static final String LOOPBACK = "127.0.0.1";

    /** Most methods of Spark are called too rarely for the compiler that optimizes, which took a quarter of the time. */
    private static final List<String> LATE_COMPILER = List.of(
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=6000",
            "-XX:Tier4CompileThreshold=150000");

    /** Name of the mixin of these options, which commands that Spark can run have. */
    public static final String MIXIN = "spark";

    /** Name of the command that only Spark can run. */
    public static final String PACK = "pack";

    private enum Engine {
        JAVA,
        SPARK
    }

    @Option(
            names = "--engine",
            scope = ScopeType.INHERIT,
            paramLabel = "java|spark",
            description = "reader of the files; by default spark for Parquet tables, java for step ledgers")
    private @Nullable Engine engine;

    @Option(
            names = "--spark-memory",
            scope = ScopeType.INHERIT,
            paramLabel = "SIZE",
            defaultValue = "4g",
            description = "largest heap of Spark, 4g by default")
    private String memory = "";

    @Option(
            names = "--spark-home",
            scope = ScopeType.INHERIT,
            paramLabel = "DIR",
            description = "directory of Spark 4.2; by default SPARK_HOME, else lib/ beside this command")
    private @Nullable Path home;

    /** Runs a command, by Spark if it is a fleet command that needs it. */
    public static int execute(ParseResult parsed) {
        ParseResult fleet = parsed.subcommand();
        ParseResult command = fleet == null ? null : fleet.subcommand();
        if (command != null
                && !command.isUsageHelpRequested()
                && fleet.commandSpec().mixins().get(MIXIN) != null
                && fleet.commandSpec().mixins().get(MIXIN).userObject() instanceof SparkFleet options
                && options.isNeededFor(command)) {
            try {
                return options.run(parsed.originalArgs());
            } catch (IOException e) {
                throw new ExecutionException(command.commandSpec().commandLine(), "", e);
            }
        }
        return new RunLast().execute(parsed);
    }

    private boolean isNeededFor(ParseResult command) {
        boolean isByDefault = command.commandSpec().name().equals(PACK)
                || command.matchedPositionals().stream()
                        .flatMap(each -> each.stringValues().stream())
                        .anyMatch(word -> isAnyPacked(Path.of(word)));
        return FleetEngine.installed().isEmpty() && (engine == null ? isByDefault : engine == Engine.SPARK);
    }

    private static boolean isAnyPacked(Path directory) {
        if (FleetEngine.isPacked(directory) || !Files.isDirectory(directory)) {
            return FleetEngine.isPacked(directory);
        }
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.anyMatch(FleetEngine::isPacked);
        } catch (IOException e) {
            // The command itself reports it.
            return false;
        }
    }

    private int run(List<String> words) throws IOException {
        Path temporary = Files.createTempDirectory("stepprof-spark");
        Thread removal = new Thread(() -> remove(temporary), "stepprof-spark-end");
        Runtime.getRuntime().addShutdownHook(removal);
        try {
            Path beside = SiblingJar.directory();
            SparkHome spark = SparkHome.find(home, System.getenv(), beside);
            Path application = APPLICATION
                    .beside(beside)
                    .orElseThrow(() -> new IOException(APPLICATION.prefix()
                            + ".jar is not in the directory of stepprof's jar (" + beside + "): put it there"));
            return exitCode(process(spark, application.toString(), temporary, words));
        } finally {
            remove(temporary);
            Runtime.getRuntime().removeShutdownHook(removal);
        }
    }

    private static int exitCode(ProcessBuilder builder) throws IOException {
        Process process = builder.inheritIO().start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Spark ran", e);
        } finally {
            process.destroy();
        }
    }

    /**
     * Returns the second virtual machine.
     *
     * @param application jar or class path of the application
     * @param temporary directory for temporary files
     * @param words arguments of this command
     */
    ProcessBuilder process(SparkHome spark, String application, Path temporary, List<String> words) throws IOException {
        if (!memory.matches("[1-9][0-9]*[kmgKMG]?")) {
            throw new IOException("--spark-memory " + memory + " is not allowed: must be a size such as 4g");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + memory);
        command.addAll(LATE_COMPILER);
        command.addAll(spark.moduleOptions());
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-Dspark.local.dir=" + temporary);
        command.add("-Dspark.master=local[*]");
        command.add("-Dspark.driver.host=" + LOOPBACK);
        command.add("-Dspark.driver.bindAddress=" + LOOPBACK);
        command.add("-Dspark.ui.enabled=false");
        command.add("-Dlog4j2.configurationFile=io/stepprofiler/fleetspark/log4j2.properties");
        command.addAll(List.of("-cp", application + File.pathSeparator + spark.jars() + "/*", MAIN));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SPARK_LOCAL_IP", LOOPBACK);
        // Another Spark than the one found, and directories that are not removed.
        List.of("SPARK_HOME", "SPARK_CONF_DIR", "SPARK_LOCAL_DIRS").forEach(builder.environment()::remove);
        return builder;
    }

    private static void remove(Path directory) {
        try (Stream<Path> inside = Files.walk(directory)) {
            for (Path each : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            // Left to the system, which clears its directory for temporary files.
        }
    }
}
