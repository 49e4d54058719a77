package io.stepprofiler.cli.spark;

import io.stepprofiler.fleetspark.PlainParquet;
import io.stepprofiler.fleetspark.Reports;
import io.stepprofiler.fleetspark.WrittenFleet;
import io.stepprofiler.report.faces.FleetFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/**
 * Times of the fleet commands on a simulated fleet, each in a virtual machine of its own, with its start and with its
 * heap: {@code FleetSparkBars RANKS STEPS SEED HEAP DIRECTORY}.
 */
public final class FleetSparkBars {
    private static final PrintStream OUT = System.out;

    private final Path directory;
    private final String heap;

    private FleetSparkBars(Path directory, String heap) {
        this.directory = directory;
        this.heap = heap;
    }

    /** Prints the times. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int ranks = Integer.parseInt(args[0]);
        int steps = Integer.parseInt(args[1]);
        long seed = Long.parseLong(args[2]);
        FleetSparkBars bars = new FleetSparkBars(Path.of(args[4]), args[3]);
        Path run = bars.directory.resolve("run");
        if (!Files.exists(run)) {
            new WrittenFleet(ranks, steps, seed, false).write(run);
        }
        OUT.println(ranks + " ranks, " + steps + " steps, seed " + seed + ", heap " + args[3] + ", "
                + Runtime.getRuntime().availableProcessors() + " processors");
        Path packed = bars.directory.resolve("lake/run=run");
        bars.measure(
                "report of files in one process",
                bars.java(OneProcess.class, run, bars.directory.resolve("java.json")));
        bars.measure("report of files by Spark", bars.spark("report", run, "-o", bars.directory.resolve("files.json")));
        bars.measure("pack", bars.spark("pack", run, "-o", bars.directory.resolve("lake")));
        bars.measure(
                "report of tables by Spark", bars.spark("report", packed, "-o", bars.directory.resolve("lake.json")));
        bars.measure("plain Java reads the table of steps", bars.java(Floor.class, packed.resolve("steps")));
        OUT.println("the three reports are equal: " + bars.areEqual("java.json", "files.json", "lake.json"));
    }

    private boolean areEqual(String... names) throws IOException {
        byte[] first = Files.readAllBytes(directory.resolve(names[0]));
        for (String name : names) {
            if (!Arrays.equals(first, Files.readAllBytes(directory.resolve(name)))) {
                return false;
            }
        }
        return true;
    }

    private void measure(String name, ProcessBuilder command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        int code = command.redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start()
                .waitFor();
        OUT.println(String.format(
                Locale.ROOT, "%7.1f s  %s%s", (System.nanoTime() - start) / 1e9, name, code == 0 ? "" : ": failed"));
    }

    private ProcessBuilder spark(Object... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("fleet"));
        Arrays.stream(words).map(Object::toString).forEach(all::add);
        return CommandLine.populateCommand(new SparkFleet(), "--spark-memory=" + heap)
                .process(
                        new SparkHome(InstalledSpark.jars()),
                        InstalledSpark.CLASS_PATH,
                        Files.createDirectories(directory.resolve("temporary")),
                        all);
    }

    private ProcessBuilder java(Class<?> main, Path... words) {
        List<String> command =
                new ArrayList<>(List.of("java", "-Xmx" + heap, "-cp", InstalledSpark.CLASS_PATH, main.getName()));
        Arrays.stream(words).map(Path::toString).forEach(command::add);
        return new ProcessBuilder(command);
    }

    /** The report without Spark. */
    static final class OneProcess {
        private OneProcess() {}

        public static void main(String[] args) throws IOException {
            Files.writeString(Path.of(args[1]), FleetFile.json(Reports.report(Reports.read(Path.of(args[0])))) + "\n");
        }
    }

    /** The reading of a table without Spark. */
    static final class Floor {
        private Floor() {}

        public static void main(String[] args) throws IOException {
            OUT.println(PlainParquet.sum(Path.of(args[0])));
        }
    }
}
