package io.stepprofiler.benchmarks.gpu;

import io.stepprofiler.Profile;
import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.benchmarks.gpu.KnownWork.KernelTime;
import io.stepprofiler.cuda.CudaOptions;
import io.stepprofiler.cuda.CudaSource;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prints how recorded GPU work differs from the work that was done: numbers of kernels, copies and fills, their times
 * against the times that the kernels measured, launches and order, losses when buffers are full, metrics, and cost.
 *
 * <p>Needs a GPU, {@code nvcc} and {@code mvn package}. Run, from the root of the project,
 *
 * <pre>
 * nvcc -O2 -shared -Xcompiler -fPIC -cudart static -I$JAVA_HOME/include -I$JAVA_HOME/include/linux \
 *     -o libknown_work.so benchmarks/src/main/cuda/known_work.cu
 * java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.gpu.GpuCheck libknown_work.so
 * </pre>
 */
public final class GpuCheck {
    private static final int WINDOWS = 20;
    private static final int STEPS = 5;
    private static final int IDLE = 4;
    private static final int LAUNCHES = 20_000;
    private static final int COST_LAUNCHES = 2_000;
    private static final int COST_STEPS = 30;
    private static final String BYTES = "dram__bytes_read.sum";
    private static final String MULTIPLICATIONS = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";

    private GpuCheck() {}

    /**
     * Runs all checks.
     *
     * @param arguments the library that {@code nvcc} made of {@code known_work.cu}
     */
    public static void main(String[] arguments) {
        System.out.println(CudaSource.status());
        KnownWork.prepare(Path.of(arguments[0]));
        System.out.println(CudaSource.status());
        cost("before the first window");
        numbersAndTimes();
        fullBuffers();
        metrics(false);
        metrics(true);
        cost("after windows");
    }

    /** Returns the windows of some steps under a profile. */
    private static List<Trace> record(CudaOptions options, int windows, int steps, Runnable step) {
        List<Trace> traces = new ArrayList<>();
        Profile profile = Profile.builder()
                .schedule(Schedule.builder()
                        .wait(IDLE)
                        .warmup(1)
                        .active(steps)
                        .repeat(windows)
                        .build())
                .source(CudaSource.of(options))
                .onTraceReady(traces::add)
                .start();
        try (profile) {
            for (int i = 0; i < windows * (IDLE + 1 + steps); i++) {
                step.run();
                profile.step();
            }
        }
        return traces;
    }

    private static void numbersAndTimes() {
        List<KernelTime[]> done = new ArrayList<>();
        List<Trace> traces = record(CudaOptions.DEFAULT, WINDOWS, STEPS, () -> done.add(KnownWork.step()));
        long wrongNumbers = 0;
        long early = 0;
        long overlaps = 0;
        List<Double> starts = new ArrayList<>();
        List<Double> longer = new ArrayList<>();
        for (int window = 0; window < traces.size(); window++) {
            Trace trace = traces.get(window);
            List<List<TraceEvent>> streams = streams(trace);
            boolean isComplete = streams.size() == 2
                    && streams.get(0).size() == STEPS * KnownWork.OTHER_KERNELS
                    && streams.get(1).size() == STEPS * KnownWork.MAIN_KERNELS
                    && events(trace, EventKind.MEMORY_COPY).count() == STEPS * KnownWork.COPIES
                    && events(trace, EventKind.MEMORY_SET).count() == STEPS * KnownWork.SETS;
            wrongNumbers += isComplete ? 0 : 1;
            early += early(trace);
            if (isComplete) {
                overlaps += overlaps(streams.get(1));
                int first = window * (IDLE + 1 + STEPS) + IDLE + 1;
                for (int step = 0; step < STEPS; step++) {
                    compare(done.get(first + step), streams, step, starts, longer);
                }
            }
        }
        starts.sort(null);
        longer.sort(null);
        System.out.printf(
                Locale.ROOT,
                "%d windows of %d steps of %d kernels: %d windows with another number of kernels, copies or fills; %d"
                        + " kernels before their launch; %d overlaps in a stream; starts differ by at most %.2f us,"
                        + " durations are %.2f to %.2f us longer than by the kernels themselves%n",
                traces.size(),
                STEPS,
                KnownWork.MAIN_KERNELS + KnownWork.OTHER_KERNELS,
                wrongNumbers,
                early,
                overlaps,
                last(starts),
                longer.isEmpty() ? Double.NaN : longer.get(0),
                last(longer));
    }

    private static double last(List<Double> sorted) {
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() - 1);
    }

    private static void compare(
            KernelTime[] done, List<List<TraceEvent>> streams, int step, List<Double> starts, List<Double> longer) {
        TraceEvent first = streams.get(1).get(step * KnownWork.MAIN_KERNELS);
        for (int i = 0; i < done.length; i++) {
            TraceEvent kernel =
                    i == 0 ? streams.get(0).get(step) : streams.get(1).get(step * KnownWork.MAIN_KERNELS + i - 1);
            double difference = (kernel.startNanos() - first.startNanos()) - (done[i].start() - done[1].start());
            starts.add(Math.abs(difference) / 1e3);
            longer.add((kernel.durationNanos() - (done[i].end() - done[i].start())) / 1e3);
        }
    }

    private static Stream<TraceEvent> events(Trace trace, EventKind kind) {
        return trace.events().stream().filter(event -> event.kind() == kind);
    }

    /** Returns the kernels of each stream in order, the stream with the fewest first. */
    private static List<List<TraceEvent>> streams(Trace trace) {
        Map<Long, List<TraceEvent>> streams = new HashMap<>();
        events(trace, EventKind.KERNEL)
                .filter(kernel -> kernel.name().startsWith("spin"))
                .sorted(Comparator.comparingLong(TraceEvent::startNanos))
                .forEach(kernel -> streams.computeIfAbsent(kernel.trackId(), any -> new ArrayList<>())
                        .add(kernel));
        return streams.values().stream()
                .sorted(Comparator.comparingInt(List::size))
                .toList();
    }

    private static long early(Trace trace) {
        Map<Long, Long> calls = new HashMap<>();
        events(trace, EventKind.RUNTIME).forEach(call -> calls.put(call.correlation(), call.startNanos()));
        return events(trace, EventKind.KERNEL)
                .filter(kernel -> kernel.startNanos() < calls.getOrDefault(kernel.correlation(), Long.MAX_VALUE))
                .count();
    }

    private static long overlaps(List<TraceEvent> kernels) {
        long overlaps = 0;
        for (int i = 1; i < kernels.size(); i++) {
            overlaps += kernels.get(i).startNanos() < kernels.get(i - 1).endNanos() ? 1 : 0;
        }
        return overlaps;
    }

    private static void fullBuffers() {
        for (int buffers : new int[] {CudaOptions.DEFAULT.buffers(), CudaOptions.MIN_BUFFERS}) {
            CudaOptions options = CudaOptions.DEFAULT.withBuffers(buffers, CudaOptions.DEFAULT.bufferBytes() / 32);
            Trace trace =
                    record(options, 1, 1, () -> KnownWork.launch(LAUNCHES)).get(0);
            System.out.printf(
                    Locale.ROOT,
                    "%d launches, %d buffers of 128 KiB: %d kernels recorded, %d records lost%n",
                    LAUNCHES,
                    buffers,
                    events(trace, EventKind.KERNEL).count(),
                    trace.account().droppedTotal());
        }
    }

    private static void metrics(boolean perKernel) {
        CudaOptions options =
                CudaOptions.DEFAULT.withMetrics(BYTES, MULTIPLICATIONS).withMetricsPerKernel(perKernel);
        Trace trace = record(options, 1, 1, KnownWork::count).get(0);
        System.out.printf(
                Locale.ROOT,
                "Metrics per %s, %.0f bytes and %.0f multiplications are right: %s%n",
                perKernel ? "kernel" : "step",
                KnownWork.COUNTED_BYTES,
                KnownWork.COUNTED_MULTIPLICATIONS,
                trace.events().stream()
                        .filter(event -> event.arguments().containsKey(BYTES))
                        .map(event -> event.name() + " " + event.arguments())
                        .toList());
        System.out.println(trace.metadata().get("cuda.metrics"));
    }

    private static void cost(String when) {
        System.out.printf(
                Locale.ROOT,
                "Nanoseconds a launch, %s: %.0f without a profile, %.0f recorded%n",
                when,
                median(null),
                median(CudaSource.create()));
    }

    private static double median(@Nullable CudaSource source) {
        double[] nanos = new double[COST_STEPS];
        Profile profile = source == null
                ? null
                : Profile.builder().source(source).onTraceReady(trace -> {}).start();
        for (int i = 0; i < COST_STEPS; i++) {
            long begin = System.nanoTime();
            KnownWork.launch(COST_LAUNCHES);
            nanos[i] = (double) (System.nanoTime() - begin) / COST_LAUNCHES;
        }
        if (profile != null) {
            profile.close();
        }
        return Quantiles.median(Arrays.stream(nanos));
    }
}
