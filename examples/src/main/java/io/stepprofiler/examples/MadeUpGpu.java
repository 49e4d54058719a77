package io.stepprofiler.examples;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Fake GPU for machines without one: in each step it pretends to copy a batch and to run a kernel, with the names and
 * attributes of a real one. No work is done, and its times are meaningless, as the names indicate.
 */
final class MadeUpGpu implements ActivitySource {
    private static final int STREAM = 7;
    private static final long BATCH_BYTES = 32 * 64 * 4;

    /** A step begins with both calls; their work runs concurrently with it. */
    private static final long CALL_NANOS = 500;

    private static final long COPY_NANOS = 4_000;
    private static final long KERNEL_NANOS = 20_000;

    @Override
    public Activity activity() {
        return Activity.CUDA;
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        return new Window(Thread.currentThread());
    }

    private static final class Window implements ActivityRecording {
        private final Thread thread;
        private final Queue<Long> steps = new ConcurrentLinkedQueue<>();

        Window(Thread thread) {
            this.thread = thread;
        }

        @Override
        public void stepBegan(long step) {
            steps.add(System.nanoTime());
        }

        @Override
        public void stop() {}

        @Override
        public void collect(ActivitySink sink) {
            long correlation = 1;
            for (long began : steps) {
                call(sink, "cudaMemcpyAsync (made up)", correlation, began);
                Attributes copy = new Attributes()
                        .put("bytes", BATCH_BYTES)
                        .put("memory bandwidth (GB/s)", (double) BATCH_BYTES / COPY_NANOS);
                long copied = began + CALL_NANOS;
                work(sink, EventKind.MEMORY_COPY, "Memcpy HtoD (made up)", correlation++, copied, COPY_NANOS, copy);
                call(sink, "cudaLaunchKernel (made up)", correlation, began + CALL_NANOS);
                Attributes kernel = new Attributes()
                        .put("grid", "[4,1,1]")
                        .put("block", "[256,1,1]")
                        .put("registers per thread", 32);
                work(
                        sink,
                        EventKind.KERNEL,
                        "sgemm (made up)",
                        correlation++,
                        copied + COPY_NANOS,
                        KERNEL_NANOS,
                        kernel);
            }
        }

        @SuppressWarnings("deprecation") // threadId(), its replacement, requires JDK 19.
        private void call(ActivitySink sink, String name, long correlation, long start) {
            sink.span(new SpanReport()
                    .onThread(thread.getId(), thread.getName())
                    .named(name, start, CALL_NANOS)
                    .kind(EventKind.RUNTIME)
                    .correlation(correlation));
        }

        private static void work(
                ActivitySink sink,
                EventKind kind,
                String name,
                long correlation,
                long start,
                long nanos,
                Attributes attributes) {
            sink.span(new SpanReport()
                    .onStream(Device.cuda(0), STREAM)
                    .named(name, start, nanos)
                    .kind(kind)
                    .correlation(correlation)
                    .attributes(attributes));
        }
    }
}
