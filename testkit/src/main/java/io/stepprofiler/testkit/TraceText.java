package io.stepprofiler.testkit;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Readable text of a trace: an indented line for each event, below its thread and its step. */
final class TraceText {
    private static final int MAX_LINES = 200;
    private static final int MAX_SAMPLES = 20;
    private static final int NANO_DIGITS = 6;

    private final Trace trace;
    private final Set<EventNode> marked;
    private final StringBuilder text = new StringBuilder();
    private int lines;

    private TraceText(Trace trace, Set<EventNode> marked) {
        this.trace = trace;
        this.marked = marked;
    }

    /**
     * {@return the text, such as
     *
     * <pre>
     * thread main
     *   step 0: 20 ms from 0 ms
     *     forward: 15 ms from 0 ms, self 5 ms
     *       conv: 10 ms from 2 ms
     * counter loss: 0.5
     * 3 events begun = 3 written + 0 dropped + 0 unfinished
     * </pre>
     *
     * } Times count from the start of the trace. There are at most 200 lines of events.
     *
     * @param trace the trace
     */
    static String of(Trace trace) {
        return of(trace, EventNode.of(trace), Set.of());
    }

    /** Returns the text of a trace in which some events are marked. */
    static String of(Trace trace, List<EventNode> nodes, Set<EventNode> marked) {
        return new TraceText(trace, marked).write(nodes);
    }

    /** Formats a duration, such as {@code 1.5 ms}. */
    static String millis(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros().toPlainString() + " ms";
    }

    private String write(List<EventNode> nodes) {
        for (Track track : trace.tracks()) {
            writeTrack(track, nodes.stream().filter(node -> node.track == track).toList());
        }
        if (lines > MAX_LINES) {
            text.append("… ").append(lines - MAX_LINES).append(" more lines\n");
        }
        trace.counters().forEach(this::writeCounter);
        if (trace.memory().size() > 0) {
            MemorySums sums = MemorySums.of(trace.memory());
            text.append("memory: ").append(sums).append('\n');
        }
        return text.append(trace.account().summary()).append('\n').toString();
    }

    private void writeTrack(Track track, List<EventNode> nodes) {
        Deque<StepMark> steps = trace.steps().stream()
                .filter(step -> step.trackId() == track.id())
                .collect(Collectors.toCollection(ArrayDeque::new));
        line("", (track.isThread() ? "thread " : "track ") + track.name());
        StepMark open = null;
        for (EventNode node : nodes) {
            while (!steps.isEmpty() && steps.element().startNanos() <= node.event.startNanos()) {
                open = step(steps.remove());
            }
            boolean isInStep = open != null && node.event.startNanos() < open.startNanos() + open.durationNanos();
            line((marked.contains(node) ? "> " : "  ") + "  ".repeat(node.depth() + (isInStep ? 1 : 0)), event(node));
        }
        steps.forEach(this::step);
    }

    private @Nullable StepMark step(StepMark step) {
        line("  ", "step " + step.number() + ": " + time(step.startNanos(), step.durationNanos()));
        return step;
    }

    private String event(EventNode node) {
        return node.name() + ": " + time(node.event.startNanos(), node.event.durationNanos())
                + (node.selfNanos() == node.event.durationNanos() ? "" : ", self " + millis(node.selfNanos()))
                + (node.event.unfinished() ? ", unfinished" : "")
                + (node.event.arguments().isEmpty() ? "" : " " + node.event.arguments());
    }

    private String time(long startNanos, long durationNanos) {
        return millis(durationNanos) + " from "
                + millis(startNanos - trace.start().monotonicNanos());
    }

    private void line(String indent, String content) {
        if (lines++ < MAX_LINES) {
            text.append(indent).append(content).append('\n');
        }
    }

    private void writeCounter(CounterTrack counter) {
        text.append("counter ").append(counter.name()).append(": ");
        text.append(IntStream.range(0, Math.min(counter.size(), MAX_SAMPLES))
                .mapToObj(i -> String.valueOf(counter.value(i)))
                .collect(Collectors.joining(", ")));
        text.append(counter.size() > MAX_SAMPLES ? ", …\n" : "\n");
    }
}
