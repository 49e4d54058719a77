package io.stepprofiler.handlers.table;

import io.stepprofiler.trace.EventKind;
import io.stepprofiler.trace.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One line on the steps of a window: how long they took, and of one that took much longer than the others what it spent its time
 * with on the thread that steps.
 */
final class Verdict {
    private static final int FEWEST_STEPS = 3;
    private static final double SLOW = 1.5;

    /** What explains less than this part of a slow step's delay is not worth telling. */
    private static final double LEAST_PART = 0.25;

    private static final String OUTSIDE = "outside of any scope";
    private static final List<String> NOT_THE_PROGRAM = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** How a thread waits, by the name of the wait. */
    private static final Map<String, String> WAITING = Map.of(
            "Sleep", "asleep", "Park", "parked", "Monitor enter", "blocked at a lock", "Monitor wait", "waiting");

    private Verdict() {}

    /** The line; empty if there are too few steps to compare. */
    static String of(Trace trace) {
        List<StepMark> steps =
                trace.steps().stream().filter(step -> !step.unfinished()).toList();
        if (steps.size() < FEWEST_STEPS) {
            return "";
        }
        StepMark slowest = steps.stream()
                .max(Comparator.comparingLong(StepMark::durationNanos))
                .orElseThrow();
        long median = median(steps.stream().mapToLong(StepMark::durationNanos).toArray());
        String line =
                "step " + slowest.number() + ": " + millis(slowest.durationNanos()) + ", median " + millis(median);
        return slowest.durationNanos() < SLOW * median
                ? "longest " + line
                : line + cause(trace, steps, slowest, slowest.durationNanos() - median);
    }

    private static String cause(Trace trace, List<StepMark> steps, StepMark slowest, long delay) {
        Map<String, Long> spent = spent(trace, slowest);
        List<Map<String, Long>> others = steps.stream()
                .filter(step -> step.number() != slowest.number())
                .map(step -> spent(trace, step))
                .toList();
        String cause = "";
        long most = Math.round(LEAST_PART * delay);
        for (Map.Entry<String, Long> each : spent.entrySet()) {
            long usual = median(others.stream()
                    .mapToLong(other -> other.getOrDefault(each.getKey(), 0L))
                    .toArray());
            if (each.getValue() - usual > most) {
                most = each.getValue() - usual;
                cause = "; " + millis(each.getValue()) + " " + each.getKey()
                        + (usual > 0 ? ", usually " + millis(usual) : "");
            }
        }
        return cause;
    }

    /** What a step spent its time with, by self time: each moment belongs to the innermost event. */
    private static Map<String, Long> spent(Trace trace, StepMark step) {
        Map<String, Long> spent = new HashMap<>();
        long end = step.startNanos() + step.durationNanos();
        Deque<TraceEvent> open = new ArrayDeque<>();
        long at = step.startNanos();
        for (TraceEvent event : inside(trace, step)) {
            long start = Math.max(event.startNanos(), step.startNanos());
            at = endUntil(start, at, open, spent);
            add(spent, open, start - at);
            at = start;
            open.push(event);
        }
        at = endUntil(end, at, open, spent);
        add(spent, open, end - at);
        return spent;
    }

    /** Ends what ends before a moment, and answers up to when time has been shared out. */
    private static long endUntil(long moment, long from, Deque<TraceEvent> open, Map<String, Long> spent) {
        long at = from;
        for (TraceEvent top = open.peek(); top != null && top.endNanos() <= moment; top = open.peek()) {
            add(spent, open, top.endNanos() - at);
            at = Math.max(at, top.endNanos());
            open.pop();
        }
        return at;
    }

    private static void add(Map<String, Long> spent, Deque<TraceEvent> open, long nanos) {
        if (nanos > 0) {
            spent.merge(open.isEmpty() ? OUTSIDE : label(open), nanos, Long::sum);
        }
    }

    private static List<TraceEvent> inside(Trace trace, StepMark step) {
        List<TraceEvent> inside = new ArrayList<>();
        long end = step.startNanos() + step.durationNanos();
        for (Track track : trace.tracks()) {
            if (track.isThread() && track.id() == step.trackId()) {
                for (int i = 0; i < track.size(); i++) {
                    long start = track.startNanos(i);
                    if (start < end && start + track.durationNanos(i) > step.startNanos() && !track.isAsync(i)) {
                        inside.add(track.event(i));
                    }
                }
            }
        }
        inside.sort(Comparator.comparingLong(TraceEvent::startNanos)
                .thenComparing(
                        Comparator.comparingLong(TraceEvent::durationNanos).reversed()));
        return inside;
    }

    private static String label(Deque<TraceEvent> open) {
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

    private static long median(long... values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }

    private static String millis(long nanos) {
        double millis = nanos / 1e6;
        return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : millis < 100 ? "%.1f ms" : "%.0f ms", millis);
    }
}
