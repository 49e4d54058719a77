package io.stepprofiler.handlers.gpu;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A training with two GPUs as a source of their activities tells of it: launches from nested operations and scopes on
 * two threads, copies of all directions, fillings, synchronisation, a CUDA graph, NCCL, the memory of the devices, and
 * counters. What was made is kept as lists, for tests to count by.
 */
public final class GpuTrace {
    /**
     * Work of a device, and what it was launched in.
     *
     * @param device which GPU
     * @param stream its stream
     * @param kind what it is
     * @param name what it is called
     * @param correlation the number of its launch
     * @param start when it began
     * @param end when it ended
     * @param step the step in which it was launched
     * @param scopes the scopes around the launch, outermost first
     * @param operations the operations around the launch, outermost first
     */
    public record Work(
            int device,
            int stream,
            EventKind kind,
            String name,
            long correlation,
            long start,
            long end,
            long step,
            List<String> scopes,
            List<String> operations) {}

    public static final String SGEMM = "sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x128x32_stage4_warpsize2x2x1"
            + "_tensor16x8x16_kernel_cutlass";
    public static final String ADD = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add"
            + "<float>, std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)";
    public static final String NCCL = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
    public static final int FIRST_STEP = 3;
    public static final int STEPS = 4;
    private static final long MICRO = 1000;
    private static final long STEP = 10_000 * MICRO;
    /** Some hours after the machine has started. */
    private static final long BEGIN = 12_345_678_901_000L;

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(41, "main");
    private final TrackBuilder autograd = builder.thread(42, "autograd");
    private final TrackBuilder compute0 = builder.stream(Device.cuda(0), 7);
    private final TrackBuilder nccl0 = builder.stream(Device.cuda(0), 20);
    private final TrackBuilder compute1 = builder.stream(Device.cuda(1), 7);
    private final Map<Long, Long> freeAt = new HashMap<>();
    private final List<Work> work = new ArrayList<>();
    private final Random random;
    private long correlation = 1000;
    private long step;
    /** When the last call that launched something ended, and what was around it. */
    private long launchedAt;

    private List<String> scopes = List.of();
    private List<String> operations = List.of();

    private GpuTrace(long seed) {
        random = new Random(seed);
    }

    /** A trace whose durations on devices depend on a seed. */
    public static GpuTrace of(long seed) {
        GpuTrace trace = new GpuTrace(seed);
        trace.fill();
        return trace;
    }

    public Trace trace() {
        return builder.build();
    }

    /** The work of all devices, in the order in which it was launched. */
    public List<Work> work() {
        return work;
    }

    private void fill() {
        builder.process(new ProcessInfo(4711, "node7"))
                .distributed(new DistributedInfo(0, 2, "nccl", "node7"))
                .window(anchor(BEGIN), anchor(BEGIN + STEPS * STEP + 2000 * MICRO))
                .metadata("deviceProperties", new MetadataValue("[" + properties(0) + "," + properties(1) + "]", false))
                .traceId("0123456789ABCDEF0123456789ABCDEF");
        for (int i = 0; i < STEPS; i++) {
            step = FIRST_STEP + (long) i;
            step(BEGIN + i * STEP);
        }
    }

    private static ClockAnchor anchor(long nanos) {
        return new ClockAnchor(nanos, 1_790_000_000_000_000_000L + nanos - BEGIN);
    }

    private static String properties(int id) {
        return "{\"id\": " + id + ", \"name\": \"NVIDIA A100-SXM4-80GB\", \"totalGlobalMem\": 85100396544,"
                + " \"computeMajor\": 8, \"computeMinor\": 0, \"maxThreadsPerBlock\": 1024,"
                + " \"maxThreadsPerMultiprocessor\": 2048, \"regsPerBlock\": 65536, \"warpSize\": 32,"
                + " \"sharedMemPerBlock\": 49152, \"numSms\": 108}";
    }

    private void step(long at) {
        builder.step(new StepMark(step, at, STEP - 100 * MICRO, main.id(), false));
        load(at + 10 * MICRO);
        forward(at + 1000 * MICRO);
        backward(at + 4000 * MICRO);
        communicate(at + 4200 * MICRO);
        graph(at + 6500 * MICRO);
        finish(at + 8000 * MICRO);
        memory(at);
        builder.counter("GPU 0 power (W)", at, 200 + random.nextInt(100));
        builder.counter("GPU 1 power (W)", at, 180 + random.nextInt(100));
    }

    private void load(long at) {
        add(main, "enumerate(DataLoader)#Digits.__next__", EventKind.DATA_LOADER, at, 500 * MICRO);
        add(main, "aten::to", EventKind.SCOPE, at + 520 * MICRO, 80 * MICRO);
        launch(main, "cudaMemcpyAsync", at + 540 * MICRO, 20 * MICRO, List.of(), List.of("aten::to"));
        copy(compute0, "Memcpy HtoD (Pinned -> Device)", 1 << 20);
        launch(main, "cudaMemcpyAsync", at + 700 * MICRO, 20 * MICRO, List.of(), List.of());
        copy(compute1, "Memcpy HtoD (Pageable -> Device)", 1 << 18);
    }

    private void forward(long at) {
        add(main, "forward", EventKind.SCOPE, at, 2000 * MICRO);
        add(main, "encoder", EventKind.SCOPE, at + 50 * MICRO, 1500 * MICRO);
        for (int i = 0; i < 5; i++) {
            long begin = at + (100 + 250 * i) * MICRO;
            int linear = add(main, "aten::linear", EventKind.SCOPE, begin, 200 * MICRO);
            main.signature(
                    linear,
                    builder.signatureId(OpSignature.of(
                            Operand.tensor(ElementType.HALF, Dims.of(64, 512)),
                            Operand.tensor(ElementType.HALF, Dims.of(512, 512)))));
            add(main, "aten::addmm", EventKind.SCOPE, begin + 20 * MICRO, 150 * MICRO);
            List<String> around = List.of("forward", "encoder");
            List<String> inside = List.of("aten::linear", "aten::addmm");
            launch(main, "cudaMemsetAsync", begin + 30 * MICRO, 8 * MICRO, around, inside);
            set(compute0);
            launch(main, "cudaLaunchKernel", begin + 50 * MICRO, 12 * MICRO, around, inside);
            kernel(compute0, SGEMM, (100 + random.nextInt(250)) * MICRO);
            launch(main, "cuLaunchKernel", begin + 170 * MICRO, 9 * MICRO, around, List.of("aten::linear"));
            kernel(compute0, ADD, (20 + random.nextInt(30)) * MICRO);
        }
        launch(main, "cudaLaunchKernel", at + 1700 * MICRO, 12 * MICRO, List.of("forward"), List.of());
        kernel(compute1, ADD, (20 + random.nextInt(300)) * MICRO);
    }

    private void backward(long at) {
        add(autograd, "backward", EventKind.SCOPE, at, 1400 * MICRO);
        for (int i = 0; i < 4; i++) {
            long begin = at + (20 + 300 * i) * MICRO;
            add(autograd, "autograd::engine::evaluate_function: AddmmBackward0", EventKind.SCOPE, begin, 250 * MICRO);
            add(autograd, "aten::mm", EventKind.SCOPE, begin + 20 * MICRO, 150 * MICRO);
            launch(
                    autograd,
                    "cudaLaunchKernel",
                    begin + 60 * MICRO,
                    12 * MICRO,
                    List.of("backward"),
                    List.of("autograd::engine::evaluate_function: AddmmBackward0", "aten::mm"));
            kernel(compute0, SGEMM, (100 + random.nextInt(150)) * MICRO);
        }
    }

    private void communicate(long at) {
        add(main, "nccl:all_reduce", EventKind.COMMUNICATION, at, 300 * MICRO);
        launch(main, "cudaLaunchKernelExC", at + 50 * MICRO, 15 * MICRO, List.of(), List.of("nccl:all_reduce"));
        done(nccl0, NCCL, EventKind.COMMUNICATION, (400 + random.nextInt(400)) * MICRO);
    }

    private void graph(long at) {
        add(main, "graphed", EventKind.SCOPE, at, 200 * MICRO);
        launch(main, "cudaGraphLaunch", at + 20 * MICRO, 60 * MICRO, List.of("graphed"), List.of());
        for (int node = 0; node < 6; node++) {
            int kernel = kernel(compute1, node % 2 == 0 ? SGEMM : ADD, (50 + random.nextInt(50)) * MICRO);
            compute1.argument(kernel, builder.nameId("graph id"), 3)
                    .argument(kernel, builder.nameId("graph node id"), node);
        }
    }

    private void finish(long at) {
        add(main, "Optimizer.step#SGD.step", EventKind.SCOPE, at, 700 * MICRO);
        launch(main, "cudaMemcpyAsync", at + 50 * MICRO, 12 * MICRO, List.of("Optimizer.step#SGD.step"), List.of());
        copy(compute0, "Memcpy DtoD (Device -> Device)", 1 << 16);
        launch(
                main,
                "cudaMemcpyPeerAsync",
                at + 100 * MICRO,
                12 * MICRO,
                List.of("Optimizer.step#SGD.step"),
                List.of());
        copy(compute1, "Memcpy PtoP (Device -> Device)", 1 << 15);
        launch(main, "cudaMemcpyAsync", at + 200 * MICRO, 12 * MICRO, List.of("Optimizer.step#SGD.step"), List.of());
        copy(compute0, "Memcpy DtoH (Device -> Pageable)", 64);
        launch(main, "cudaStreamSynchronize", at + 300 * MICRO, 350 * MICRO, List.of(), List.of());
        int sync = compute0.add(kind("Stream Sync", EventKind.RUNTIME), at + 305 * MICRO, 340 * MICRO);
        compute0.correlation(sync, correlation)
                .argument(sync, builder.nameId("cuda_sync_kind"), "Stream Sync")
                .argument(sync, builder.nameId("context"), 1)
                .argument(sync, builder.nameId("wait_on_stream"), 7);
        builder.lane("CUPTI overhead").add(kind("Buffer Flush", EventKind.PROFILER), at + 400 * MICRO, 30 * MICRO);
    }

    private void memory(long at) {
        for (int device = 0; device < 2; device++) {
            memory(at + 1100 * MICRO, MemoryAction.ALLOCATE, device, 0x7f00, 1 << 22, (1 << 22) + (1 << 20));
            memory(at + 1200 * MICRO, MemoryAction.ALLOCATE, device, 0x7f80, 1 << 20, (1 << 22) + (1 << 21));
            memory(at + 7000 * MICRO, MemoryAction.FREE, device, 0x7f80, -(1 << 20), (1 << 22) + (1 << 20));
            memory(at + 7100 * MICRO, MemoryAction.FREE, device, 0x7f00, -(1 << 22), 1 << 20);
        }
    }

    private void memory(long at, MemoryAction action, int device, long address, long bytes, long total) {
        builder.memory(new MemoryEvent(
                at,
                main.id(),
                action,
                Device.cuda(device),
                address,
                bytes,
                total,
                1 << 24,
                MemoryCategory.UNKNOWN,
                -1));
    }

    private int kind(String name, EventKind kind) {
        return builder.nameId(name, kind, "");
    }

    private int add(TrackBuilder track, String name, EventKind kind, long at, long duration) {
        return track.add(kind(name, kind), at, duration);
    }

    private void launch(
            TrackBuilder thread, String call, long at, long duration, List<String> around, List<String> inside) {
        correlation++;
        thread.correlation(add(thread, call, EventKind.RUNTIME, at, duration), correlation);
        launchedAt = at + duration;
        scopes = around;
        operations = inside;
    }

    private int kernel(TrackBuilder stream, String name, long duration) {
        int kernel = done(stream, name, EventKind.KERNEL, duration);
        stream.argument(kernel, builder.nameId("grid"), "[128,2,1]")
                .argument(kernel, builder.nameId("block"), "[256,1,1]")
                .argument(kernel, builder.nameId("registers per thread"), 64)
                .argument(kernel, builder.nameId("shared memory"), 16384)
                .argument(kernel, builder.nameId("blocks per SM"), 2.37)
                .argument(kernel, builder.nameId("warps per SM"), 18.96)
                .argument(kernel, builder.nameId("est. achieved occupancy %"), 30)
                .argument(kernel, builder.nameId("context"), 1)
                .argument(kernel, builder.nameId("queued"), 1200);
        return kernel;
    }

    private void copy(TrackBuilder stream, String name, long bytes) {
        int copy = done(stream, name, EventKind.MEMORY_COPY, (10 + random.nextInt(40)) * MICRO);
        stream.argument(copy, builder.nameId("bytes"), bytes)
                .argument(copy, builder.nameId("memory bandwidth (GB/s)"), 12.5)
                .argument(copy, builder.nameId("context"), 1);
    }

    private void set(TrackBuilder stream) {
        int set = done(stream, "Memset (Device)", EventKind.MEMORY_SET, 2 * MICRO);
        stream.argument(set, builder.nameId("bytes"), 4096L);
    }

    /** Adds the work of the last launch, which waits for what its stream did before. */
    private int done(TrackBuilder stream, String name, EventKind kind, long duration) {
        long start = Math.max(launchedAt + 3 * MICRO, freeAt.getOrDefault(stream.id(), 0L) + random.nextInt(2) * MICRO);
        int added = add(stream, name, kind, start, duration);
        stream.correlation(added, correlation);
        freeAt.put(stream.id(), start + duration);
        int device = stream == compute1 ? 1 : 0;
        int number = stream == nccl0 ? 20 : 7;
        work.add(new Work(device, number, kind, name, correlation, start, start + duration, step, scopes, operations));
        return added;
    }
}
