package io.stepprofiler.handlers.table;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Self times of steps, each on its own thread: each moment belongs to the innermost event. Visits the events of a
 * thread once, however many steps there are.
 */
final class StepSelfTimes {
    private static final String OUTSIDE = "outside of any scope";

    /**
     * The time of one step.
     *
     * @param step the step
     * @param nanos nanoseconds by activity
     */
    record Spent(StepMark step, Map<String, Long> nanos) {
        long start() {
            return step.startNanos();
        }

        long end() {
            return step.startNanos() + step.durationNanos();
        }
    }

    /** Steps of one thread, in the order of time. */
    private final List<Spent> steps;

    /** The open events by their {@link #labels}. */
    private final OpenEvents open = new OpenEvents();

    private final Labels labels;
    private long at;

    /** Index of the first step that has not ended by {@link #at}. */
    private int step;

    private StepSelfTimes(Trace trace, List<Spent> steps) {
        this.steps = steps;
        labels = new Labels(trace);
        at = steps.get(0).start();
    }

    /** Returns the time of each step by activity; the steps must be in the order of time. */
    static List<Spent> of(Trace trace, List<StepMark> steps) {
        List<Spent> spent =
                steps.stream().map(step -> new Spent(step, new HashMap<>())).toList();
        spent.stream()
                .collect(Collectors.groupingBy(each -> each.step().trackId()))
                .forEach((thread, ofThread) -> new StepSelfTimes(trace, ofThread).walk(trace, thread));
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
                    && !track.isAsync(i)
                    && !track.isUnfinished(i);
            if (isInside) {
                moveTo(start);
                open.begin(labels.of(track, i, open), start, start + track.durationNanos(i));
            }
        }
    }

    /** Assigns the time up to an instant, and closes the events that have ended by then. */
    private void moveTo(long instant) {
        while (open.depth() > 0 && open.innermostEnd() <= instant) {
            share(open.innermostEnd());
            open.close();
        }
        share(instant);
    }

    private void share(long until) {
        while (step < steps.size() && steps.get(step).end() <= at) {
            step++;
        }
        for (int i = step; i < steps.size() && steps.get(i).start() < until; i++) {
            Spent spent = steps.get(i);
            long nanos = Math.min(spent.end(), until) - Math.max(spent.start(), at);
            if (nanos > 0) {
                spent.nanos().merge(open.depth() == 0 ? OUTSIDE : labels.text(open.innermost()), nanos, Long::sum);
            }
        }
        at = Math.max(at, until);
    }
}
