package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Waits, and activity of the virtual machine, clipped to the steps that they overlap. */
final class StepSpans {
    /** Argument of events of the virtual machine that names a method. */
    private static final String METHOD = "method";

    /** Argument of waits for a lock that names the thread holding it. */
    private static final String HELD_BY = "held by";

    private final WindowWalk walk;
    private final Trace trace;
    private final List<StepMark> steps;

    StepSpans(WindowWalk walk) {
        this.walk = walk;
        trace = walk.trace();
        steps = walk.steps();
    }

    /** Returns the waits of the threads of steps, ordered by time. */
    List<Span> ofThreads() {
        List<Span> spans = new ArrayList<>();
        Map<Long, List<StepMark>> byThread = steps.stream().collect(Collectors.groupingBy(StepMark::trackId));
        for (Track track : trace.tracks()) {
            if (track.isThread()) {
                add(track, byThread.getOrDefault(track.id(), List.of()), spans);
            }
        }
        spans.sort(Comparator.comparingLong(Span::startNanos));
        return List.copyOf(spans);
    }

    /** Returns the waits of a track, a thread with or without steps, during all steps, ordered by time. */
    List<Span> ofThread(long id) {
        List<Span> spans = new ArrayList<>();
        for (Track track : trace.tracks()) {
            if (track.isThread() && track.id() == id) {
                add(track, steps, spans);
            }
        }
        spans.sort(Comparator.comparingLong(Span::startNanos));
        return List.copyOf(spans);
    }

    /** Returns the activity of the virtual machine, ordered by time. */
    List<Span> ofTheMachine() {
        List<Span> spans = new ArrayList<>();
        for (Track track : trace.tracks()) {
            if (!track.isThread()) {
                add(track, steps, spans);
            }
        }
        spans.sort(Comparator.comparingLong(Span::startNanos));
        return List.copyOf(spans);
    }

    private void add(Track track, List<StepMark> own, List<Span> spans) {
        int first = 0;
        for (int i = 0; i < track.size() && !own.isEmpty(); i++) {
            int name = track.nameId(i);
            Optional<StepCategory> category = category(track, name);
            if (category.isEmpty() || track.isAsync(i) || track.isUnfinished(i)) {
                continue;
            }
            long start = track.startNanos(i);
            long end = start + track.durationNanos(i);
            while (first < own.size() - 1 && end(own.get(first)) <= start) {
                first++;
            }
            for (int j = first; j < own.size() && own.get(j).startNanos() < Math.max(end, start + 1); j++) {
                StepMark step = own.get(j);
                long from = Math.max(start, step.startNanos());
                long until = Math.min(end, end(step));
                if (until > from || (until == from && start == end)) {
                    spans.add(new Span(
                            trace.name(name),
                            category.get(),
                            step.number(),
                            from,
                            until - from,
                            stack(track, i),
                            argument(track, i, HELD_BY)));
                }
            }
        }
    }

    /** Returns the call stack of an event, or the method that its argument names. */
    private List<StackTraceElement> stack(Track track, int event) {
        int stack = track.stackId(event);
        if (stack >= 0) {
            return trace.stack(stack);
        }
        String method = argument(track, event, METHOD);
        int dot = method.lastIndexOf('.');
        return dot < 0
                ? List.of()
                : List.of(new StackTraceElement(method.substring(0, dot), method.substring(dot + 1), null, -1));
    }

    private static String argument(Track track, int event, String key) {
        return track.hasArguments() ? String.valueOf(track.arguments(event).getOrDefault(key, "")) : "";
    }

    private Optional<StepCategory> category(Track track, int name) {
        if (track.isThread()) {
            return walk.meaning(name);
        }
        if (trace.kind(name) != EventKind.VIRTUAL_MACHINE) {
            return Optional.empty();
        }
        return Optional.of(EventMeaning.isPause(trace.name(name)) ? StepCategory.VM_PAUSE : StepCategory.UNACCOUNTED);
    }

    private static long end(StepMark step) {
        return step.startNanos() + step.durationNanos();
    }
}
