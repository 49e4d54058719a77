package io.stepprofiler.analysis.memory;

import io.stepprofiler.analysis.whatif.OperationGraph;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;

/**
 * The operations of a trace as graphs of their inputs and results, for {@link
 * io.stepprofiler.analysis.whatif.MemoryProfile}.
 *
 * <p>An operation is a topmost event with known tensors, or one that allocated memory and was recorded with its
 * arguments or has the name of a framework's operation ({@code aten::empty}). It creates the memory that is allocated
 * inside it and outlives it. In memory without memory events, as with frameworks that report operations only, it
 * creates the outputs that fill all of their memory and that it does not read; nothing else shows that memory is reused
 * for other tensors. It writes in place over an input that its signature mutates, or over a part of memory, and returns
 * a view if an output has the memory of an input.
 *
 * <p>A result is an output of the graph if it is alive at the end of the range; without memory events, if something
 * outside the range reads it, or nothing at all does. If only the inputs of operations are recorded, as with libtorch,
 * views are found by the names of PyTorch's view operations, readers of a view count as readers of the viewed value,
 * and a result has the shape in which a later operation reads it; the shape of a view is unknown. An operation without
 * recorded outputs and memory keeps its place in every order, since the readers of its results are unknown. {@link
 * io.stepprofiler.analysis.whatif.OperationGraph.Gaps} counts these unknowns.
 *
 * <p>Creation takes time linear in the events of the trace; a graph takes time linear in the events of its range. All
 * traces are accepted: without {@code recordShapes} graphs are empty, without {@code profileMemory} they are less
 * complete. For use by one thread at a time; keeps a reference to the trace.
 */
public final class RecordedGraphs {
    private final FlowSources sources;

    private RecordedGraphs(FlowSources sources) {
        this.sources = sources;
    }

    /**
     * {@return the operations of a trace}
     *
     * @param trace a trace; {@code recordShapes} records operations, {@code profileMemory} the lifetimes of results
     */
    public static RecordedGraphs of(Trace trace) {
        MemoryEvents events = trace.memory();
        MemoryEventContext surroundings = new MemoryEventContext(trace);
        Allocations allocations = new Allocations(events);
        Operations operations = new Operations(surroundings.trees());
        MadeInside made = new MadeInside(events, surroundings, operations, allocations);
        DataFlow flow = new DataFlowBuilder(allocations, operations, made).build(trace);
        OutsideDevices.assign(allocations, flow, events.devices().size());
        NodeTensors tensors = new NodeTensors(trace, operations, allocations);
        return new RecordedGraphs(new FlowSources(
                trace,
                new CategoryEvidence(events, surroundings, allocations, operations, made, flow),
                tensors,
                new ValueReaders(flow, tensors),
                new AllocatingOperations(trace, surroundings, operations, allocations),
                new ScopePaths(trace, surroundings.trees())));
    }

    /**
     * {@return the operations that begin in a range, in the order in which they began}
     *
     * @param range a part of the trace, such as a step or a call of a function
     */
    public OperationGraph graph(TraceRange range) {
        return new GraphReading(sources, range).graph();
    }
}
