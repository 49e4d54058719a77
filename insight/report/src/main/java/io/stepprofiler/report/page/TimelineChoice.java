package io.stepprofiler.report.page;

import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Selection of the events that the timeline of a window shows: all, if they are not too many; else all events of some
 * steps (the slowest, the median, the fastest and the first), and outside these steps the longest events and the
 * markers. Immutable.
 */
final class TimelineChoice {
    private final List<StepMark> whole;
    private final long shortestNanos;

    private TimelineChoice(List<StepMark> whole, long shortestNanos) {
        this.whole = whole;
        this.shortestNanos = shortestNanos;
    }

    /**
     * Selects events in up to two passes.
     *
     * @param walk the walk along the tracks of the window
     * @param most maximum number of events
     */
    static TimelineChoice of(WindowWalk walk, int most) {
        Trace trace = walk.trace();
        if (trace.eventCount() <= most) {
            return new TimelineChoice(List.of(), 0);
        }
        List<StepMark> candidates = candidates(walk.steps());
        long[] counts = counts(trace, candidates);
        List<StepMark> whole = new ArrayList<>();
        // A quarter is reserved for events outside these steps.
        long left = most - (long) most / 4;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] <= left) {
                whole.add(candidates.get(i));
                left -= counts[i];
            }
        }
        return new TimelineChoice(List.copyOf(whole), shortest(trace, whole, left + (long) most / 4));
    }

    /** True if an event of a track is shown. */
    boolean shows(Track track, int event) {
        return shortestNanos == 0 || length(track, event) >= shortestNanos || isIn(whole, track.startNanos(event));
    }

    /** True if a span that is no event is shown, by its start on the clock of the trace. */
    boolean shows(long start, long nanos) {
        return nanos >= shortestNanos || isIn(whole, start);
    }

    /** The steps that are shown completely; empty if all events are shown. */
    List<StepMark> wholeSteps() {
        return whole;
    }

    /** Minimum duration, in nanoseconds, of shown events outside whole steps; 0 if all events are shown. */
    long shortestNanos() {
        return shortestNanos;
    }

    /** Candidates for steps to show completely, the most important first. */
    private static List<StepMark> candidates(List<StepMark> steps) {
        List<StepMark> byDuration = steps.stream()
                .sorted(Comparator.comparingLong(StepMark::durationNanos))
                .toList();
        if (byDuration.isEmpty()) {
            return List.of();
        }
        int count = byDuration.size();
        StepMark first = byDuration.stream().min(StepMark.PARENTS_FIRST).orElseThrow();
        return List.of(byDuration.get(count - 1), byDuration.get(count / 2), byDuration.get(0), first).stream()
                .distinct()
                .toList();
    }

    private static long[] counts(Trace trace, List<StepMark> steps) {
        long[] counts = new long[steps.size()];
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size() && counts.length > 0; i++) {
                long start = track.startNanos(i);
                for (int step = 0; step < counts.length; step++) {
                    counts[step] += isIn(steps.get(step), start) ? 1 : 0;
                }
            }
        }
        return counts;
    }

    /** The minimum duration for events outside the whole steps; never 0. */
    private static long shortest(Trace trace, List<StepMark> whole, long most) {
        DurationBins bins = new DurationBins();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                if (!isIn(whole, track.startNanos(i))) {
                    bins.add(length(track, i));
                }
            }
        }
        return Math.max(1, bins.longest(most));
    }

    /** The duration of an event; instants rank above all durations, as nothing around them hints at them. */
    private static long length(Track track, int event) {
        return track.isInstant(event) ? DurationBins.ENDLESS - 1 : track.durationNanos(event);
    }

    private static boolean isIn(List<StepMark> steps, long nanos) {
        for (StepMark step : steps) {
            if (isIn(step, nanos)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(StepMark step, long nanos) {
        return nanos >= step.startNanos() && nanos - step.startNanos() < step.durationNanos();
    }
}
