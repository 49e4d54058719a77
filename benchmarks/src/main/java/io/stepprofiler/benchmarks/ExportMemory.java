package io.stepprofiler.benchmarks;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.handlers.perfetto.PerfettoExporter;
import io.stepprofiler.handlers.xplane.XPlaneExporter;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceExporter;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Prints how much heap is needed to export a long trace, and to sum it up, beyond the columns of its events: virtual
 * machines with less and less heap try it until one fails. What any program takes is in the figures.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.ExportMemory 20</pre>
 *
 * <p>The argument is how many million events the trace has, default 20; they take 20 bytes each.
 */
public final class ExportMemory {
    private static final int MILLION = 1_000_000;
    private static final int MEGABYTE = 1 << 20;
    private static final int BYTES_AN_EVENT = 20;
    private static final List<Integer> MEGABYTES = List.of(128, 64, 32, 24, 16, 12, 8);

    private ExportMemory() {}

    /** Tries; or does the work in one of the virtual machines. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 2) {
            work(Work.valueOf(arguments[0]), Integer.parseInt(arguments[1]) * MILLION);
            return;
        }
        int millions = arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]);
        System.out.println("| what | events | heap beyond the trace |\n|---|---|---|");
        for (Work work : Work.values()) {
            String least = "more than " + MEGABYTES.get(0);
            for (int megabytes : MEGABYTES) {
                if (!succeeds(work, millions, megabytes)) {
                    break;
                }
                least = "at most " + megabytes;
            }
            System.out.println(
                    "| " + work.name().toLowerCase(Locale.ROOT) + " | " + millions + " million | " + least + " MB |");
        }
    }

    private enum Work {
        JSON,
        JSON_GZ,
        PFTRACE,
        XPLANE,
        KEY_AVERAGES;

        void run(Trace trace) throws IOException {
            switch (this) {
                case JSON -> export(trace, "trace.json");
                case JSON_GZ -> export(trace, "trace.json.gz");
                case PFTRACE -> export(trace, "trace.pftrace");
                case XPLANE -> export(trace, "host.xplane.pb");
                case KEY_AVERAGES -> KeyAverages.of(trace);
            }
        }

        private static void export(Trace trace, String name) throws IOException {
            exporter(name).export(trace, name, OutputStream.nullOutputStream(), ExportMeter.none());
        }
    }

    private static TraceExporter exporter(String name) {
        if (name.endsWith(".pb")) {
            return new XPlaneExporter();
        }
        return name.contains(".json") ? new ChromeTraceExporter() : new PerfettoExporter();
    }

    private static boolean succeeds(Work work, int millions, int megabytes) throws IOException, InterruptedException {
        long heap = (long) millions * MILLION * BYTES_AN_EVENT / MEGABYTE + megabytes;
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        // Else some of the heap would be set aside for new objects and be of no use to old ones.
                        "-XX:MaxNewSize=4m",
                        "-Xmx" + heap + "m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExportMemory.class.getName(),
                        work.name(),
                        Integer.toString(millions))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor() == 0;
    }

    private static void work(Work work, int events) throws IOException {
        work.run(trace(events));
    }

    /** One thread, steps of a hundred events which touch and nest. */
    private static Trace trace(int events) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main").reserve(events);
        int step = builder.nameId("step");
        int[] operations = new int[15];
        for (int i = 0; i < operations.length; i++) {
            operations[i] = builder.nameId("aten::operation" + i);
        }
        for (int i = 0; i < events; i++) {
            long start = i * 500L;
            if (i % 100 == 0) {
                track.add(step, start, 50_000);
                if (i % 100_000 == 0) {
                    builder.step(new StepMark(i / 100_000, start, 50_000_000, 1, false));
                }
            } else {
                track.add(operations[i % operations.length], start, 500);
            }
        }
        return builder.build();
    }
}
