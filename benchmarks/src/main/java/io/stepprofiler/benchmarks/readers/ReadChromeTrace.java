package io.stepprofiler.benchmarks.readers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Writes a large Chrome trace and reads it again in a virtual machine with a small heap, three times. Prints how fast
 * that was, and how long the tokens of the file alone take to read.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.readers.ReadChromeTrace 10 768</pre>
 *
 * <p>The arguments are millions of events and megabytes of heap. The file has about 170 bytes an event.
 */
public final class ReadChromeTrace {
    private static final int MILLION = 1_000_000;
    private static final int ROUNDS = 3;
    private static final String RESULT = "read: ";

    private ReadChromeTrace() {}

    /** Starts two virtual machines, or is one of them. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        switch (arguments[0]) {
            case "write" -> write(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
            case "read" -> read(Path.of(arguments[1]));
            default -> measure(arguments[0], arguments[1]);
        }
    }

    private static void measure(String millions, String megabytes) throws IOException, InterruptedException {
        Path file = Files.createTempFile("large", ".json");
        try {
            String classes = System.getProperty("java.class.path");
            String self = ReadChromeTrace.class.getName();
            ChildProcess.result(RESULT, List.of("-cp", classes, self, "write", file.toString(), millions));
            System.out.println(ChildProcess.result(
                    RESULT, List.of("-Xmx" + megabytes + "m", "-cp", classes, self, "read", file.toString())));
        } finally {
            Files.delete(file);
        }
    }

    private static void write(Path file, int millions) throws IOException {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main").reserve(millions * MILLION);
        int step = builder.nameId("forward");
        int[] operations = new int[15];
        for (int i = 0; i < operations.length; i++) {
            operations[i] = builder.nameId("aten::operation" + i);
        }
        for (int i = 0; i < millions * MILLION; i++) {
            boolean outer = i % 100 == 0;
            track.add(outer ? step : operations[i % operations.length], i * 500L, outer ? 50_000 : 490);
        }
        builder.build().export(file);
        System.out.println(RESULT);
    }

    private static void read(Path file) throws IOException {
        StringBuilder rounds = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            double tokens = tokens(file);
            long start = System.nanoTime();
            try (ImportedTrace read = Traces.open(file, ImportOptions.DEFAULT)) {
                double seconds = (System.nanoTime() - start) / 1e9;
                rounds.append(String.format(
                        Locale.ROOT,
                        "; %.1f s, %.2f million events/s, %.1f times the tokens alone",
                        seconds,
                        read.trace().eventCount() / seconds / MILLION,
                        seconds / tokens));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s%d MB, -Xmx%d MB%s%n",
                RESULT,
                Files.size(file) / MILLION,
                Runtime.getRuntime().maxMemory() >> 20,
                rounds);
    }

    private static double tokens(Path file) throws IOException {
        long start = System.nanoTime();
        try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
            while (json.nextToken() != null) {
                // Nothing is done with it.
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
