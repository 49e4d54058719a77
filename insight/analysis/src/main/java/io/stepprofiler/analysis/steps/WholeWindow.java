package io.stepprofiler.analysis.steps;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A window without any mark of a step, which analyses take for one step, and texts call the window. */
public final class WholeWindow {
    // D32: from the first event to the last, on the thread that is busiest.
    /** Its number among the numbers of steps; -1 means no step. */
    public static final long NUMBER = -2;

    private static final Set<EventKind> IDLE = EnumSet.of(EventKind.FUNCTION, EventKind.WAIT);

    private WholeWindow() {}

    /** Returns a window as a step; empty if nothing in it takes time. */
    static Optional<StepMark> of(Trace trace) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                first = Math.min(first, track.startNanos(i));
                last = Math.max(last, track.startNanos(i) + Math.max(0, track.durationNanos(i)));
            }
        }
        Map<Long, Long> sampled = new HashMap<>();
        for (int i = 0; i < trace.samples().size(); i++) {
            if (isRunning(trace, i)) {
                sampled.merge(trace.samples().trackId(i), trace.samples().weight(i), Long::sum);
            }
        }
        long thread = trace.tracks().stream()
                .filter(track -> track.isThread() && (track.size() > 0 || sampled.containsKey(track.id())))
                .max(Comparator.<Track>comparingLong(
                                track -> busyNanos(trace, track) + sampled.getOrDefault(track.id(), 0L))
                        .thenComparing(Track::size))
                .map(Track::id)
                .orElse(Long.MIN_VALUE);
        return last > first ? Optional.of(new StepMark(NUMBER, first, last - first, thread, false)) : Optional.empty();
    }

    /** True if a thread ran at a sample: in native code of Java itself it mostly waits. */
    private static boolean isRunning(Trace trace, int sample) {
        int stack = trace.samples().stackId(sample);
        return switch (trace.samples().kind(sample)) {
            case JAVA, CPU_TIME -> true;
            case NATIVE ->
                stack >= 0 && !trace.stack(stack).get(0).getClassName().matches("(?:java|javax|jdk|sun)\\..*");
            case ALLOCATION -> false;
        };
    }

    /** Threads that only wait are in waits and functions all the time. */
    private static long busyNanos(Trace trace, Track track) {
        return Phases.outermost(track, name -> !IDLE.contains(trace.kind(name)))
                .all()
                .nanos();
    }

    /**
     * {@return the names in a window that sound like texts about steps}
     *
     * @param trace the window
     */
    public static List<String> namesLikeTexts(Trace trace) {
        return Stream.concat(
                        IntStream.range(0, trace.nameCount()).mapToObj(trace::name),
                        trace.tracks().stream().map(Track::name))
                .filter(name -> !words(name, List.of()).equals(name))
                .sorted(Comparator.comparing(String::length).reversed())
                .toList();
    }

    /**
     * {@return a text about a step as a text about a whole window}
     *
     * @param text the text
     * @param names names that stay as they are, a longer one before its parts
     */
    public static String words(String text, List<String> names) {
        for (String name : names) {
            int at = text.indexOf(name);
            if (at >= 0) {
                return words(text.substring(0, at), names) + name + words(text.substring(at + name.length()), names);
            }
        }
        return text.replaceAll("\\b(?:the thread of the step|the step's thread)\\b", "the busiest thread")
                .replaceAll("\\b([Tt])he step(?: time)?\\b", "$1he window")
                .replaceAll("\\b(in|of) (?:a step|steps|each step|\\d+ steps)\\b", "$1 the window")
                .replaceAll("^a step$", "in all")
                .replaceAll(" (?:a|per) step\\b", "");
    }
}
