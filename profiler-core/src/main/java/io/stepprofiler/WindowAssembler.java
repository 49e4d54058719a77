package io.stepprofiler;

import io.stepprofiler.trace.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Copies what the threads of an ended window wrote into a trace.
 *
 * <p>Threads may still be in the middle of a scope that they opened before the window ended. What they publish in time is
 * taken, what began after the end is not part of the window, and what has no end by then is unfinished.
 */
final class WindowAssembler {
    private final Window window;
    private final TraceBuilder trace;
    private final NameResolver names;
    private final OpRecord operations;
    private final SideReader.StackResolver stacks;
    private final Deadline deadline;
    private final long endNanos;

    private long begun;
    private final Map<Thread, Long> lastBegun = new HashMap<>();

    private WindowAssembler(Window window, TraceBuilder trace, Deadline deadline) {
        this.window = window;
        this.trace = trace;
        this.deadline = deadline;
        this.names = new NameResolver(window.names, trace);
        this.operations = new OpRecord(trace, names::text);
        this.stacks = new SideReader.StackResolver(window.stacks, trace);
        this.endNanos = window.endAnchor().monotonicNanos();
    }

    /**
     * Adds the window to {@code trace}; takes about 10 ns an event. What is left when the deadline comes is dropped, and
     * counted.
     */
    static void assemble(Window window, TraceBuilder trace, Deadline deadline) {
        new WindowAssembler(window, trace, deadline).assemble();
    }

    private void assemble() {
        trace.window(window.start, window.endAnchor()).options(window.capture.options());
        Map<Integer, List<Window.ForeignEnd>> foreignEnds = window.foreignEnds().stream()
                .collect(Collectors.groupingBy(end -> (int) (end.token() >>> 32) & ThreadRecorder.THREAD_MASK));
        List<ThreadBuffer> buffers = window.buffers();
        for (int i = 0; i < buffers.size(); i++) {
            add(buffers.get(i), foreignEnds.getOrDefault(i, List.of()));
        }
        window.drops.forEach((cause, count) -> {
            trace.dropped(cause, count);
            begun += count;
        });
        trace.begun(begun);
        addSteps();
        window.anomalies.forEach((anomaly, count) -> trace.anomaly(anomaly, count));
    }

    private void add(ThreadBuffer buffer, List<Window.ForeignEnd> foreignEnds) {
        BufferReader reader = new BufferReader(buffer, trace, names, endNanos, deadline);
        reader.addEvents(foreignEnds);
        reader.addArguments();
        begun += reader.eventCount() + reader.addSamples() + reader.addSide(operations, stacks);
        lastBegun.put(buffer.thread, reader.lastBegunNanos());
    }

    private void addSteps() {
        for (StepMarks.Mark mark : window.steps.all()) {
            boolean open = mark.endNanos() == Chunk.OPEN;
            if (open && lastBegun.getOrDefault(mark.thread(), Long.MIN_VALUE) < mark.startNanos()) {
                continue; // The loop was over when this mark was opened: its thread did nothing in it.
            }
            long markEnd = open ? endNanos : mark.endNanos();
            long thread = mark.thread().getId();
            trace.thread(thread, ThreadNames.nameOf(mark.thread()));
            trace.step(new StepMark(mark.number(), mark.startNanos(), markEnd - mark.startNanos(), thread, open));
        }
    }
}
