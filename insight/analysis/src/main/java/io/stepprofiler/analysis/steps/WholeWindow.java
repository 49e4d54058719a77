package io.stepprofiler.analysis.steps;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** A window without any mark of a step, which analyses take for one step, and texts call the window. */
public final class WholeWindow {
    // D32: from the first event to the last, on the thread that is busiest.
    /** Its number among the numbers of steps. */
    public static final long NUMBER = -1;

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
        long thread = trace.tracks().stream()
                .filter(track -> track.isThread() && track.size() > 0)
                .max(Comparator.<Track>comparingLong(track -> Phases.outermost(
                                        // Threads that only wait are in waits and functions all the time.
                                        track, name -> !IDLE.contains(trace.kind(name)))
                                .all()
                                .nanos())
                        .thenComparing(Track::size))
                .map(Track::id)
                .orElse(Long.MIN_VALUE);
        return last > first ? Optional.of(new StepMark(NUMBER, first, last - first, thread, false)) : Optional.empty();
    }

    /**
     * {@return a text about a step as a text about a whole window}
     *
     * @param text the text
     */
    public static String words(String text) {
        return text.replaceAll("\\b(?:the thread of the step|the step's thread)\\b", "the busiest thread")
                .replaceAll("\\b([Tt])he step(?: time)?\\b", "$1he window")
                .replaceAll("\\b(in|of) (?:a step|steps|each step|\\d+ steps)\\b", "$1 the window")
                .replaceAll("^a step$", "in all")
                .replaceAll(" (?:a|per) step\\b", "");
    }
}
