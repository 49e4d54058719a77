package io.stepprofiler.handlers.table;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What steps spent their time with, each on its own thread, by self time: each moment belongs to the innermost event. Goes
 * through the events of a thread once, however many steps there are.
 */
final class StepTimes {
    private static final String OUTSIDE = "outside of any scope";
    private static final List<String> NOT_THE_PROGRAM = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** How a thread waits, by the name of the wait. */
    private static final Map<String, String> WAITING = Map.of(
            "Sleep", "asleep", "Park", "parked", "Monitor enter", "blocked at a lock", "Monitor wait", "waiting");

    /**
     * The time of one step.
     *
     * @param step which one
     * @param nanos nanoseconds by what they were spent with
     */
    record Spent(StepMark step, Map<String, Long> nanos) {
        long start() {
            return step.startNanos();
        }

        long end() {
            return step.startNanos() + step.durationNanos();
        }
    }

    /** Of one thread, in the order of time. */
    private final List<Spent> steps;

    private final Deque<TraceEvent> open = new ArrayDeque<>();
    private long at;

    /** The first step that has not ended by then. */
    private int step;

    private StepTimes(List<Spent> steps) {
        this.steps = steps;
        at = steps.get(0).start();
    }

    /** What each of these steps, which are in the order of time, spent its time with. */
    static List<Spent> of(Trace trace, List<StepMark> steps) {
        List<Spent> spent =
                steps.stream().map(step -> new Spent(step, new HashMap<>())).toList();
        spent.stream()
                .collect(Collectors.groupingBy(each -> each.step().trackId()))
                .forEach((thread, ofThread) -> new StepTimes(ofThread).walk(trace, thread));
        return spent;
    }

    private void walk(Trace trace, long thread) {
        for (Track track : trace.tracks()) {
            if (track.isThread() && track.id() == thread) {
                walk(track);
            }
        }
        moveTo(steps.get(steps.size() - 1).end());
    }

    private void walk(Track track) {
        int next = 0;
        for (int i = 0; i < track.size(); i++) {
            long start = track.startNanos(i);
            while (next < steps.size() && steps.get(next).end() <= start) {
                next++;
            }
            boolean isInside = next < steps.size()
                    && steps.get(next).start() < start + track.durationNanos(i)
                    && !track.isAsync(i);
            if (isInside) {
                moveTo(start);
                open.push(track.event(i));
            }
        }
    }

    /** Shares out the time up to a moment, and ends what ends before. */
    private void moveTo(long moment) {
        for (TraceEvent top = open.peek(); top != null && top.endNanos() <= moment; top = open.peek()) {
            share(top.endNanos());
            open.pop();
        }
        share(moment);
    }

    private void share(long until) {
        while (step < steps.size() && steps.get(step).end() <= at) {
            step++;
        }
        for (int i = step; i < steps.size() && steps.get(i).start() < until; i++) {
            Spent spent = steps.get(i);
            long nanos = Math.min(spent.end(), until) - Math.max(spent.start(), at);
            if (nanos > 0) {
                spent.nanos().merge(open.isEmpty() ? OUTSIDE : label(), nanos, Long::sum);
            }
        }
        at = Math.max(at, until);
    }

    private String label() {
        TraceEvent event = open.element();
        if (event.kind() != EventKind.WAIT) {
            return "in " + event.name();
        }
        String how = WAITING.getOrDefault(event.name(), event.name().toLowerCase(Locale.ROOT));
        return place(event)
                .or(() -> open.stream()
                        .filter(outer -> outer.kind() != EventKind.WAIT)
                        .map(TraceEvent::name)
                        .findFirst())
                .map(place -> how + " in " + place)
                .orElse(how);
    }

    /** The innermost method of the program. */
    private static Optional<String> place(TraceEvent event) {
        return event.stack().stream()
                .filter(frame -> NOT_THE_PROGRAM.stream().noneMatch(frame.getClassName()::startsWith)
                        && !frame.getClassName().contains(".woven."))
                .map(frame -> frame.getClassName()
                                .substring(frame.getClassName().lastIndexOf('.') + 1) + "." + frame.getMethodName())
                .findFirst();
    }
}
