package io.stepprofiler.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/**
 * Measures {@code stepprof summary} of a file by the script, which uses an archive of classes, against
 * {@code java -jar}, in alternating pairs of processes, and prints the median ratio of their wall times.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.CommandStart FILE [PAIRS]</pre>
 */
public final class CommandStart {
    private static final Path JAR = Path.of("tools/cli/target/stepprof.jar");
    private static final Path SCRIPT = Path.of("tools/cli/src/main/scripts/stepprof");

    private CommandStart() {}

    /** Runs in the root of the project, with a trace and the number of pairs, 20 if it is absent. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int pairs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        Path folder = Files.createTempDirectory("stepprof");
        try {
            measure(folder, arguments[0], pairs);
        } finally {
            DirectoryTree.delete(folder);
        }
    }

    private static void measure(Path folder, String file, int pairs) throws IOException, InterruptedException {
        Path cache = folder.resolve("cache");
        Path script = Files.copy(SCRIPT, folder.resolve("stepprof"), StandardCopyOption.COPY_ATTRIBUTES);
        Path jar = Files.copy(JAR, folder.resolve("stepprof.jar"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> plain = List.of(java, "-jar", jar.toString(), "summary", file);
        List<String> quick = List.of("sh", script.toString(), "summary", file);
        seconds(plain, cache);
        double archiving = seconds(quick, cache);
        System.out.printf(Locale.ROOT, "first run of the script, which makes the archive: %.2f s%n", archiving);
        double[] ratios = new double[pairs];
        double[] plainTimes = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            boolean quickFirst = i % 2 == 1;
            double quickBefore = quickFirst ? seconds(quick, cache) : 0;
            plainTimes[i] = seconds(plain, cache);
            ratios[i] = (quickFirst ? quickBefore : seconds(quick, cache)) / plainTimes[i];
        }
        Sample sample = new Sample(ratios);
        System.out.printf(
                Locale.ROOT,
                "java -jar: %.2f s; the script: %.2f times that (%.2f to %.2f), median of %d pairs%n",
                new Sample(plainTimes).median(),
                sample.median(),
                sample.low(),
                sample.high(),
                pairs);
    }

    private static double seconds(List<String> command, Path cache) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        long start = System.nanoTime();
        int exit = builder.start().waitFor();
        long end = System.nanoTime();
        if (exit != 0) {
            throw new IOException("exit status " + exit + " of " + command);
        }
        return (end - start) / 1e9;
    }
}
