package io.stepprofiler.analysis.window;

import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Use of a kind of memory in a window, with its limit.
 *
 * @param name name of the memory
 * @param isHeap whether it is the heap of the virtual machine
 * @param bytes bytes in use
 * @param limit name of the limit
 * @param limitBytes the limit in bytes
 * @param nanos time of that use, on the clock of the trace
 */
public record MemoryUse(String name, boolean isHeap, double bytes, String limit, double limitBytes, long nanos) {
    private static final String HEAP = "jvm heap MiB";
    private static final String COLLECTIONS = "jvm gc count";
    private static final String PROCESS = "process memory MiB";
    private static final double MEBIBYTE = 1 << 20;

    /** {@return the used part of the limit} */
    public double part() {
        return bytes / limitBytes;
    }

    /**
     * {@return the use of the heap and of the process in a window by their counters, if their limits are known}
     *
     * @param trace the window
     */
    public static List<MemoryUse> of(Trace trace) {
        Optional<Environment> known = Environment.of(trace);
        List<MemoryUse> uses = new ArrayList<>();
        known.filter(each -> each.maxHeapBytes() > 0)
                .flatMap(environment -> heap(trace, environment))
                .ifPresent(uses::add);
        known.flatMap(environment -> process(trace, environment)).ifPresent(uses::add);
        return uses;
    }

    private static Optional<CounterTrack> counter(Trace trace, String name) {
        return trace.counters().stream()
                .filter(each -> each.domain().isEmpty() && each.name().equals(name) && each.size() > 0)
                .findFirst();
    }

    /** Returns the heap after the last collection: only then are its bytes known to be in use. */
    private static Optional<MemoryUse> heap(Trace trace, Environment environment) {
        Optional<CounterTrack> used = counter(trace, HEAP);
        long collected = counter(trace, COLLECTIONS).map(MemoryUse::lastRise).orElse(Long.MAX_VALUE);
        return used.flatMap(track -> {
            int least = -1;
            for (int i = 0; i < track.size(); i++) {
                if (track.nanos(i) >= collected && (least < 0 || track.value(i) < track.value(least))) {
                    least = i;
                }
            }
            return least < 0
                    ? Optional.empty()
                    : Optional.of(new MemoryUse(
                            "the heap after collections",
                            true,
                            track.value(least) * MEBIBYTE,
                            "-Xmx",
                            environment.maxHeapBytes(),
                            track.nanos(least)));
        });
    }

    private static long lastRise(CounterTrack track) {
        long last = Long.MAX_VALUE;
        for (int i = 1; i < track.size(); i++) {
            last = track.value(i) > track.value(i - 1) ? track.nanos(i) : last;
        }
        return last;
    }

    private static Optional<MemoryUse> process(Trace trace, Environment environment) {
        boolean isContainer = environment.limits().containerMemoryBytes().isPresent();
        long limit = isContainer
                ? environment.limits().containerMemoryBytes().getAsLong()
                : environment.limits().memoryBytes().orElse(0);
        return counter(trace, PROCESS).filter(track -> limit > 0).map(track -> {
            int most = 0;
            for (int i = 1; i < track.size(); i++) {
                most = track.value(i) > track.value(most) ? i : most;
            }
            return new MemoryUse(
                    "the process",
                    false,
                    track.value(most) * MEBIBYTE,
                    isContainer ? "the container's limit" : "memory of the machine",
                    limit,
                    track.nanos(most));
        });
    }
}
