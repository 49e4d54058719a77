package io.stepprofiler.handlers.rows;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Track;
import java.util.List;

/** Iterates over the events and the steps of a track in one order: by start, parents before children. */
public final class TrackItems {
    /** Number of items to look ahead: few events, if any, begin during a wait. */
    private static final int AHEAD = 64;

    private final Track track;
    private final List<NumberedStep> steps;
    private final NameKinds kinds;
    private final boolean hasUnnested;
    private int nextEvent;
    private int nextStep;
    private int item;
    private long startNanos;
    private long durationNanos;

    /** The steps are in the order of {@link NumberedStep#PARENTS_FIRST}. */
    TrackItems(Track track, List<NumberedStep> steps, NameKinds kinds) {
        this.track = track;
        this.steps = steps;
        this.kinds = kinds;
        this.hasUnnested = kinds.hasUnnested();
    }

    /** {@return whether there is a next item, which is then the present one} */
    public boolean next() {
        boolean hasEvent = nextEvent < track.size();
        if (nextStep < steps.size()
                && (!hasEvent || stepIsNext(steps.get(nextStep).mark()))) {
            StepMark step = steps.get(nextStep).mark();
            item = track.size() + nextStep++;
            startNanos = step.startNanos();
            durationNanos = step.durationNanos();
            return true;
        }
        if (hasEvent) {
            item = nextEvent++;
            startNanos = track.startNanos(item);
            durationNanos = track.durationNanos(item);
        }
        return hasEvent;
    }

    /** {@return the number of the present item: the index of an event; steps have the numbers after the events} */
    public int item() {
        return item;
    }

    /** {@return when it began} */
    public long startNanos() {
        return startNanos;
    }

    /** {@return how long it took} */
    public long durationNanos() {
        return durationNanos;
    }

    /** {@return whether it is a step} */
    public boolean isStep() {
        return item >= track.size();
    }

    /** {@return the step, if it is one} */
    public NumberedStep step() {
        return steps.get(item - track.size());
    }

    /** {@return whether it is on no row: a marker, a task or a frame} */
    public boolean isUnnested() {
        return hasUnnested && !isStep() && kinds.isUnnested(track.nameId(item));
    }

    boolean isAsync() {
        return !isStep() && track.isAsync(item);
    }

    boolean isUnfinished() {
        return isStep() ? step().mark().unfinished() : track.isUnfinished(item);
    }

    /** True if one of the next few events and steps begins before this item ends and ends after it. */
    boolean reachesIntoNext() {
        long end = startNanos + durationNanos;
        for (int i = nextEvent; i < Math.min(track.size(), nextEvent + AHEAD) && track.startNanos(i) < end; i++) {
            if (!track.isAsync(i) && track.startNanos(i) + track.durationNanos(i) > end) {
                return true;
            }
        }
        return steps.subList(nextStep, Math.min(steps.size(), nextStep + AHEAD)).stream()
                .map(NumberedStep::mark)
                .anyMatch(step -> step.startNanos() < end && step.startNanos() + step.durationNanos() > end);
    }

    private boolean stepIsNext(StepMark step) {
        long start = track.startNanos(nextEvent);
        return step.startNanos() < start
                || (step.startNanos() == start && step.durationNanos() >= track.durationNanos(nextEvent));
    }
}
