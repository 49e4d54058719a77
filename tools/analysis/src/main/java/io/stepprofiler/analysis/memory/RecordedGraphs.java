package io.stepprofiler.analysis.memory;

import io.stepprofiler.analysis.whatif.OperationGraph;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;

/**
 * The operations of a trace as graphs of what they read and put out, for
 * {@link io.stepprofiler.analysis.whatif.MemoryProfile}.
 *
 * <p>An operation is a topmost event with known tensors, or one that was recorded with its arguments, or is named as
 * frameworks name operations ({@code aten::empty}), and allocated memory. It created what was allocated inside it and
 * outlives it. Of what memory events do not tell, as with frameworks that report operations only, it created those of
 * its outputs that fill all of their memory and that it did not read; memory given again to other tensors is told by
 * nothing else. It wrote in place over an input that its signature says it mutates, or over a part of memory, and put
 * out a view where an output has the memory of an input.
 *
 * <p>A result is an output of the graph if it is alive at the end of the range; without memory events, if something
 * outside the range reads it, or nothing at all does. Where only the inputs of operations are recorded, as with
 * libtorch, views are known by the names of PyTorch's operations for views, their readers are those of what they show,
 * and the shape of a result is the one in which a later operation read it; that of a view is unknown. An operation of which neither outputs nor memory are recorded keeps its place in every
 * order, since nobody knows who reads what it puts out. What remains unknown is counted in {@link
 * io.stepprofiler.analysis.whatif.OperationGraph.Gaps}.
 *
 * <p>Making one takes time linear in the events of the trace, a graph time linear in those of its range. Nothing is
 * required of the trace: without {@code recordShapes} graphs are empty, without {@code profileMemory} they tell less.
 * For one thread at a time; refers to the trace.
 */
public final class RecordedGraphs {
    private final FlowSources sources;

    private RecordedGraphs(FlowSources sources) {
        this.sources = sources;
    }

    /**
     * {@return the operations of a trace}
     *
     * @param trace a trace; {@code recordShapes} makes operations known, {@code profileMemory} how long results live
     */
    public static RecordedGraphs of(Trace trace) {
        MemoryEvents events = trace.memory();
        Surroundings surroundings = new Surroundings(trace);
        Allocations allocations = new Allocations(events);
        Operations operations = new Operations(surroundings.trees());
        MadeInside made = new MadeInside(events, surroundings, operations, allocations);
        DataFlow flow = new DataFlowBuilder(allocations, operations, made).build(trace);
        OutsideDevices.assign(allocations, flow, events.devices().size());
        NodeTensors tensors = new NodeTensors(trace, operations, allocations);
        return new RecordedGraphs(new FlowSources(
                trace,
                new Evidence(events, surroundings, allocations, operations, made, flow),
                tensors,
                new ValueReaders(flow, tensors),
                new Makers(trace, surroundings, operations, allocations),
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
