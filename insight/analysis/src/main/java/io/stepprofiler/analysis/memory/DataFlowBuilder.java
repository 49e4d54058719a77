package io.stepprofiler.analysis.memory;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;

/**
 * Builds the {@link DataFlow} of a trace.
 *
 * <p>A node reads its inputs. It writes into the inputs that its signature mutates, into memory that is allocated
 * inside it and outlives it, and into its other outputs, unless they use the storage of an input, as views do.
 */
final class DataFlowBuilder {
    private final Allocations allocations;
    private final Operations operations;
    private final MadeInside made;
    private final DataFlow flow = new DataFlow();
    private int[] resolved = new int[16];

    DataFlowBuilder(Allocations allocations, Operations operations, MadeInside made) {
        this.allocations = allocations;
        this.operations = operations;
        this.made = made;
    }

    DataFlow build(Trace trace) {
        flow.reserve(allocations.size());
        Tensors[] tensors = new Tensors[trace.signatureCount()];
        for (int node = 0; node < operations.size(); node++) {
            int signature = operations.track(node).signatureId(operations.event(node));
            if (tensors[signature] == null) {
                tensors[signature] = new Tensors(trace.signature(signature));
            }
            flow.beginNode();
            addEdges(node, tensors[signature]);
        }
        return flow;
    }

    private void addEdges(int node, Tensors tensors) {
        int count = resolve(node, tensors);
        int inputs = 0;
        while (inputs < count && tensors.isInput(inputs)) {
            if (resolved[inputs] != Allocations.NONE) {
                flow.read(resolved[inputs]);
            }
            inputs++;
        }
        for (int i = 0; i < inputs; i++) {
            if (tensors.isMutated(i) && resolved[i] != Allocations.NONE) {
                flow.write(resolved[i]);
            }
        }
        for (int i = made.first(node); i < made.first(node + 1); i++) {
            // An allocation that is also an input existed before, at the same tick of the clock.
            if (!flow.isTouched(made.allocation(i)) && !made.isFreedInside(made.allocation(i), node)) {
                flow.write(made.allocation(i));
            }
        }
        for (int i = inputs; i < count; i++) {
            if (resolved[i] != Allocations.NONE && !flow.isTouched(resolved[i])) {
                flow.write(resolved[i]);
            }
        }
    }

    /** Finds the allocations of all tensors of a node; returns how many tensors it has. */
    private int resolve(int node, Tensors tensors) {
        Track track = operations.track(node);
        int event = operations.event(node);
        int count = track.tensorCount(event);
        if (count > resolved.length) {
            resolved = Arrays.copyOf(resolved, count * 2);
        }
        long start = operations.startNanos(node);
        long end = operations.endNanos(node);
        for (int i = 0; i < count; i++) {
            long address = track.tensor(event, i);
            resolved[i] = Allocations.NONE;
            if (address != 0) {
                // An output exists when the operation ends; other memory may have had its address before.
                resolved[i] = allocations.find(address, tensors.isInput(i) ? start : end);
                allocations.holds(resolved[i], tensors.bytes(i));
            }
        }
        flow.reserve(allocations.size());
        return count;
    }
}
