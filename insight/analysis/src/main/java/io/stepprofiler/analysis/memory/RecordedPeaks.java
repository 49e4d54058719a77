package io.stepprofiler.analysis.memory;

import io.stepprofiler.amount.Search;
import io.stepprofiler.analysis.whatif.OperationGraph.RecordedMemory;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.trace.MemoryEvents;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of the memory events of a range: peaks of its graph's results, scratch memory, and memory outside operations.
 */
final class RecordedPeaks {
    private final CategoryEvidence evidence;
    private final AllocatingOperations makers;
    private final BitSet results;
    private final long[] inUse;
    private final long[] peaks;
    private final long[] outside;
    private final long[] scratch;
    /** Bytes of scratch memory in use, by operation. */
    private final Map<Integer, Long> scratchInUse = new HashMap<>();

    private RecordedPeaks(CategoryEvidence evidence, AllocatingOperations makers, BitSet results) {
        this.evidence = evidence;
        this.makers = makers;
        this.results = results;
        int devices = evidence.events().devices().size();
        inUse = new long[devices];
        peaks = new long[devices];
        outside = new long[devices];
        scratch = new long[devices];
    }

    /**
     * The figures of each device that has memory events.
     *
     * @param results the allocations that operations of the range created
     */
    static List<RecordedMemory> of(
            CategoryEvidence evidence, AllocatingOperations makers, TraceRange range, BitSet results) {
        RecordedPeaks recorded = new RecordedPeaks(evidence, makers, results);
        MemoryEvents events = evidence.events();
        for (int e = Search.below(range.fromNanos(), events.size(), events::nanos);
                e < events.size() && events.nanos(e) < range.toNanos();
                e++) {
            recorded.take(e, range.has(events.nanos(e), events.trackId(e)));
        }
        List<RecordedMemory> all = new ArrayList<>();
        for (int i = 0; i < recorded.peaks.length; i++) {
            all.add(new RecordedMemory(
                    events.devices().get(i), recorded.peaks[i], recorded.scratch[i], recorded.outside[i]));
        }
        return all;
    }

    private void take(int event, boolean isOfThread) {
        Allocations allocations = evidence.allocations();
        int allocation = allocations.ofEvent(event);
        if (allocation == Allocations.NONE) {
            return;
        }
        int device = allocations.device(allocation);
        if (evidence.events().action(event) == MemoryAction.FREE) {
            if (results.get(allocation)) {
                inUse[device] -= allocations.bytes(allocation);
            } else if (isOfThread) {
                scratchInUse.computeIfPresent(
                        evidence.made().nodeAround(allocation), (node, bytes) -> bytes - allocations.bytes(allocation));
            }
        } else if (evidence.events().action(event) == MemoryAction.ALLOCATE) {
            int replaced = allocations.replacedBy(event);
            if (replaced != Allocations.NONE && results.get(replaced)) {
                inUse[device] -= allocations.bytes(replaced);
            }
            if (results.get(allocation)) {
                inUse[device] += allocations.bytes(allocation);
                peaks[device] = Math.max(peaks[device], inUse[device]);
            } else if (isOfThread) {
                other(allocation, device);
            }
        }
    }

    /** Adds an allocation that is no result: scratch memory of an operation, or memory outside operations. */
    private void other(int allocation, int device) {
        long bytes = evidence.allocations().bytes(allocation);
        int node = evidence.made().nodeAround(allocation);
        if (node != Operations.NONE) {
            scratch[device] = Math.max(scratch[device], scratchInUse.merge(node, bytes, Long::sum));
        } else if (!makers.isInside(allocation)) {
            outside[device] += bytes;
        }
    }
}
