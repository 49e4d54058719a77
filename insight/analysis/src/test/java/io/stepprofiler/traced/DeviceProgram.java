package io.stepprofiler.traced;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program on one thread that launches work of devices, which runs in the order of its stream beside it. A call of the
 * runtime takes 5 microseconds, and work begins 2 after its call has.
 */
public final class DeviceProgram {
    public static final long MICRO = 1_000;
    public static final long MILLI = 1_000_000;
    public static final int COMPUTE = 7;
    public static final int COPIES = 13;
    public static final int COLLECTIVES = 20;

    private static final long CALL = 5 * MICRO;
    private static final long LATENCY = 2 * MICRO;

    public final TraceBuilder builder = new TraceBuilder()
            .options(RecordingOptions.ALL)
            .traceId("0123456789ABCDEF0123456789ABCDEF")
            .window(
                    new ClockAnchor(0, TracedProgram.EPOCH),
                    new ClockAnchor(10_000 * MILLI, TracedProgram.EPOCH + 10_000 * MILLI));
    private final TrackBuilder track = builder.thread(TracedProgram.THREAD, "main");
    private final Map<List<Integer>, Long> freeAt = new HashMap<>();
    private int device;
    private long now;
    private long correlation;
    private int steps;
    private long allocated;
    private long nextAddress = 1L << 40;

    /** What follows is launched to a device. */
    public DeviceProgram on(int index) {
        device = index;
        return this;
    }

    public void step(Runnable body) {
        long start = now;
        body.run();
        builder.step(new StepMark(steps++, start, now - start, TracedProgram.THREAD, false));
    }

    public void scope(String name, Runnable body) {
        event(EventKind.SCOPE, name, body);
    }

    /** The thread computes. */
    public void compute(long nanos) {
        now += nanos;
    }

    /** The thread waits for a batch. */
    public void load(long nanos) {
        event(EventKind.DATA_LOADER, "enumerate(DataLoader)#Loader.__next__", () -> now += nanos);
    }

    private int event(EventKind kind, String name, Runnable body) {
        long start = now;
        int event = track.add(builder.nameId(name, kind, ""), start, 0);
        body.run();
        track.end(event, now);
        track.stack(event, builder.stackId(List.of(new StackTraceElement("org.acme.Net", "train", "Net.java", 42))));
        return event;
    }

    /** Launches a kernel. */
    public void kernel(String name, long nanos) {
        kernel(name, nanos, 60);
    }

    public void kernel(String name, long nanos, long occupancy) {
        long number = call("cudaLaunchKernel", CALL);
        TrackBuilder stream = work(COMPUTE, EventKind.KERNEL, name, nanos, number);
        argument(stream, "est. achieved occupancy %", occupancy);
        stream.argument(size(stream), builder.nameId("blocks per SM"), occupancy < 25 ? 0.5 : 8.0);
    }

    /** Launches a collective operation. */
    public void allReduce(long nanos) {
        work(
                COLLECTIVES,
                EventKind.KERNEL,
                "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                nanos,
                call("cudaLaunchKernelExC", CALL));
    }

    /** Launches a copy to the device, in a stream of its own. */
    public void copyIn(long bytes, boolean isPinned) {
        long nanos = bytes / (isPinned ? 25 : 6);
        long number = call("cudaMemcpyAsync", CALL);
        copied(work(COPIES, EventKind.MEMORY_COPY, title("HtoD", isPinned), nanos, number), bytes, nanos);
    }

    private static String title(String direction, boolean isPinned) {
        String host = isPinned ? "Pinned" : "Pageable";
        return "Memcpy " + direction + " ("
                + (direction.equals("HtoD") ? host + " -> Device)" : "Device -> " + host + ")");
    }

    /** Copies back, and returns when that is done. */
    public void copyOut(long bytes) {
        long nanos = Math.max(2 * MICRO, bytes / 12);
        long start = Math.max(now + LATENCY, freeAt(COMPUTE));
        long number = call("cudaMemcpy", start + nanos + MICRO - now);
        freeAt.put(List.of(device, COMPUTE), start);
        TrackBuilder stream = builder.stream(Device.cuda(device), COMPUTE);
        int event = stream.add(builder.nameId(title("DtoH", true), EventKind.MEMORY_COPY, ""), start, nanos);
        stream.correlation(event, number);
        sizes.put(stream.id(), event);
        freeAt.put(List.of(device, COMPUTE), start + nanos);
        copied(stream, bytes, nanos);
    }

    private void copied(TrackBuilder stream, long bytes, long nanos) {
        argument(stream, "bytes", bytes);
        stream.argument(size(stream), builder.nameId("memory bandwidth (GB/s)"), (double) bytes / nanos);
    }

    /** Fills memory of the device. */
    public void fill(long bytes, boolean isAsync) {
        long number = call(isAsync ? "cudaMemsetAsync" : "cudaMemset", isAsync ? CALL : 200 * MICRO);
        argument(work(COMPUTE, EventKind.MEMORY_SET, "Memset (Device)", 10 * MICRO, number), "bytes", bytes);
    }

    /** Launches a graph that fills memory and copies it so many times, by a call that is still there when all is done. */
    public void graph(int times) {
        long number = call("cudaGraphLaunch", 200 * MICRO);
        for (int i = 0; i < times; i++) {
            work(COMPUTE, EventKind.MEMORY_SET, "Memset (Device)", MICRO, number);
            work(COMPUTE, EventKind.MEMORY_COPY, "Memcpy DtoD (Device -> Device)", MICRO, number);
        }
    }

    /** Waits until the device has done everything. */
    public void synchronize() {
        long until = Math.max(freeAt(COMPUTE), Math.max(freeAt(COPIES), freeAt(COLLECTIVES)));
        call("cudaStreamSynchronize", Math.max(CALL, until + MICRO - now));
    }

    /** Reads a value back. */
    public void item() {
        scope("aten::item", () -> {
            copyInAndWait();
            synchronize();
        });
    }

    private void copyInAndWait() {
        long number = call("cudaMemcpyAsync", CALL);
        copied(work(COMPUTE, EventKind.MEMORY_COPY, title("DtoH", true), 2 * MICRO, number), 4, 2 * MICRO);
    }

    private long call(String name, long nanos) {
        long number = ++correlation;
        int event = track.add(builder.nameId(name, EventKind.RUNTIME, ""), now, nanos);
        track.correlation(event, number);
        now += nanos;
        return number;
    }

    private long freeAt(int stream) {
        return freeAt.getOrDefault(List.of(device, stream), 0L);
    }

    private final Map<Long, Integer> sizes = new HashMap<>();

    private int size(TrackBuilder stream) {
        return sizes.getOrDefault(stream.id(), 0);
    }

    private TrackBuilder work(int stream, EventKind kind, String name, long nanos, long number) {
        TrackBuilder target = builder.stream(Device.cuda(device), stream);
        long start = Math.max(now - CALL + LATENCY, freeAt(stream));
        int event = target.add(builder.nameId(name, kind, ""), start, nanos);
        target.correlation(event, number);
        sizes.put(target.id(), event);
        freeAt.put(List.of(device, stream), start + nanos);
        return target;
    }

    private void argument(TrackBuilder stream, String key, long value) {
        stream.argument(size(stream), builder.nameId(key), value);
    }

    /** Says how much memory a device has. */
    public void hasMemory(long bytes) {
        builder.metadata(
                "deviceProperties",
                new MetadataValue("[{\"id\": 0, \"name\": \"A GPU\", \"totalGlobalMem\": " + bytes + "}]", true));
    }

    /** Says which device it is. */
    public void is(String name, int major, int minor) {
        builder.metadata(
                "deviceProperties",
                new MetadataValue(
                        "[{\"id\": 0, \"name\": \"" + name + "\", \"computeMajor\": " + major + ", \"computeMinor\": "
                                + minor + "}]",
                        true));
    }

    /** Takes memory of the device, of which the allocator holds some in all. */
    public long allocate(long bytes, long held) {
        allocated += bytes;
        long address = nextAddress;
        nextAddress += bytes;
        memory(MemoryAction.ALLOCATE, address, bytes, held);
        return address;
    }

    public void free(long address, long bytes, long held) {
        allocated -= bytes;
        memory(MemoryAction.FREE, address, -bytes, held);
    }

    public void outOfMemory(long bytes, long held) {
        memory(MemoryAction.OUT_OF_MEMORY, 0, bytes, held);
    }

    private void memory(MemoryAction action, long address, long bytes, long held) {
        builder.memory(new MemoryEvent(
                now,
                TracedProgram.THREAD,
                action,
                Device.cuda(device),
                address,
                bytes,
                allocated,
                held,
                MemoryCategory.UNKNOWN,
                -1));
    }

    public Trace trace() {
        return builder.build();
    }
}
