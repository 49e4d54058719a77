package io.stepprofiler.benchmarks;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.jvm.EventGroup;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.OperationReport;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures what a window of the flight recorder costs, and prints it as a Markdown table: the first {@code prepare()}
 * of the process, then the median and the 90th percentile of {@code start()}, {@code stop()} and {@code collect()} over
 * windows of {@value #WINDOW_MILLIS} ms in which one thread computes, allocates and sleeps; at last the same of pieces
 * of one window, and for how long nothing was recorded between them.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.FlightRecorderCost</pre>
 */
public final class FlightRecorderCost {
    private static final int WINDOW_MILLIS = 60;
    private static final int WARMUP = 30;
    private static final int WINDOWS = 100;

    private FlightRecorderCost() {}

    /** Runs the measurement; takes about half a minute; no arguments. */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.printf("JDK %s, %d windows of %d ms%n%n", Runtime.version(), WINDOWS, WINDOW_MILLIS);
        FlightRecorderSource all = FlightRecorderSource.create();
        System.out.printf(Locale.ROOT, "first prepare: %.0f ms%n%n", millis(all::prepare));
        System.out.println("| what is recorded | start ms | stop ms | collect ms | events |\n|---|---|---|---|---|");
        measure("all groups", all);
        measure(
                "without samples",
                FlightRecorderSource.builder()
                        .without(EventGroup.METHOD_SAMPLES, EventGroup.CPU_TIME_SAMPLES, EventGroup.ALLOCATION_SAMPLES)
                        .build());
        measure(
                "collections only",
                FlightRecorderSource.builder()
                        .only(EventGroup.GARBAGE_COLLECTION)
                        .build());
        measurePieces(all);
    }

    private static void measurePieces(FlightRecorderSource source) throws InterruptedException {
        double[] pieces = new double[WINDOWS];
        double[] pauses = new double[WINDOWS];
        ActivityRecording recording = source.start(CaptureOptions.NONE);
        for (int i = -WARMUP; i < WINDOWS; i++) {
            int piece = Math.max(i, 0);
            work();
            CountingSink sink = new CountingSink();
            pieces[piece] = millis(() -> recording.collectSoFar(sink));
            pauses[piece] = sink.pausedNanos / 1e6;
        }
        recording.stop();
        System.out.printf(
                Locale.ROOT, "%na piece: %s ms, nothing recorded for %s ms%n", spread(pieces), spread(pauses));
    }

    private static void measure(String what, FlightRecorderSource source) throws InterruptedException {
        source.prepare();
        double[] starts = new double[WINDOWS];
        double[] stops = new double[WINDOWS];
        double[] collects = new double[WINDOWS];
        double[] events = new double[WINDOWS];
        for (int i = -WARMUP; i < WINDOWS; i++) {
            int window = Math.max(i, 0);
            long begin = System.nanoTime();
            ActivityRecording recording = source.start(CaptureOptions.NONE);
            starts[window] = (System.nanoTime() - begin) / 1e6;
            work();
            stops[window] = millis(recording::stop);
            CountingSink sink = new CountingSink();
            collects[window] = millis(() -> recording.collect(sink));
            events[window] = sink.events;
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.0f |%n",
                what,
                spread(starts),
                spread(stops),
                spread(collects),
                quantile(events, 0.5));
    }

    private static void work() throws InterruptedException {
        long end = System.nanoTime() + WINDOW_MILLIS * 1_000_000L;
        double sum = 0;
        while (System.nanoTime() < end) {
            double[] values = new double[1000];
            Arrays.setAll(values, i -> Math.sin(i));
            sum += values[500];
        }
        Thread.sleep(1);
        // So that it has to be computed.
        if (Double.isNaN(sum)) {
            throw new IllegalStateException("sin() is not a number");
        }
    }

    private static double millis(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e6;
    }

    private static String spread(double[] values) {
        return String.format(Locale.ROOT, "%.2f (%.2f)", quantile(values, 0.5), quantile(values, 0.9));
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) (share * (sorted.length - 1))];
    }

    /** Counts the progress reports. */
    private static final class CountingSink implements ActivitySink {
        private int events;
        private long pausedNanos;

        @Override
        public void span(
                String lane, EventKind kind, String name, long startNanos, long durationNanos, Attributes attributes) {
            events++;
            pausedNanos += name.equals("Events not recorded") ? durationNanos : 0;
        }

        @Override
        public void operation(
                long threadId, String threadName, OperationReport operation, long startNanos, long durationNanos) {
            events++;
        }

        @Override
        public void unfinishedOperation(
                long threadId, String threadName, OperationReport operation, long startNanos, long seenNanos) {
            events++;
        }

        @Override
        public void deviceSpan(
                Device device,
                int stream,
                EventKind kind,
                String name,
                long correlation,
                long start,
                long duration,
                Attributes attributes) {
            events++;
        }

        @Override
        public void memory(MemoryEvent event) {
            events++;
        }

        @Override
        public void stackSample(
                long threadId,
                String threadName,
                SampleKind kind,
                long nanos,
                List<StackTraceElement> stack,
                long weight) {
            events++;
        }

        @Override
        public void note(String key, String value) {}

        @Override
        public void sample(String counter, long nanos, double value) {
            events++;
        }

        @Override
        public void lost(long count) {}
    }
}
