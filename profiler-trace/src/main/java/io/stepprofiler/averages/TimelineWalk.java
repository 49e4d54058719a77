package io.stepprofiler.averages;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.flops.Flops;
import io.stepprofiler.nesting.SelfTimes;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.function.IntSupplier;

/**
 * Walk over the events, step marks, memory events and samples of one timeline in the order of time, which adds them up.
 */
final class TimelineWalk {
    private final Timeline timeline;
    private final int number;
    private final int stepGroup;
    private final Instants memory;
    private final Instants samples;
    private final GroupSums sums;
    private final SelfTimes times;
    private int step;

    /** Time of the next step mark, memory event or sample. */
    private long nextNanos;

    /** Latest end of the events so far, without step marks. */
    private long latestEnd = Long.MIN_VALUE;

    /** {@code stepGroup} is the group of the timeline's step marks. */
    TimelineWalk(Trace trace, Timeline timeline, int number, int stepGroup, EventGroups groups, GroupSums sums) {
        this.timeline = timeline;
        this.number = number;
        this.stepGroup = stepGroup;
        memory = new TimelineMemory(trace, timeline, groups, sums);
        samples = new SampleInstants(trace, timeline, groups, sums);
        this.sums = sums;
        times = new SelfTimes(sums.self);
        nextNanos = Math.min(nextStepNanos(), nextMomentNanos());
    }

    /**
     * Walks the timeline; {@code groups} has the group of each event in turn, or {@link EventGroups#UNFINISHED} or
     * {@link EventGroups#REPEATED}.
     */
    void walk(IntSupplier groups, Flops flops, CorrelatedDeviceTime deviceWork) {
        Track track = timeline.track();
        boolean hasSignatures = track.hasSignatures();
        boolean causesWork = !deviceWork.isEmpty() && !timeline.isOnDevice();
        int around = -1;
        for (int i = 0; i < track.size(); i++) {
            int group = groups.getAsInt();
            if (group == EventGroups.UNFINISHED) {
                continue;
            }
            long start = track.startNanos(i);
            if (nextNanos <= start) {
                advance(start);
            }
            if (hasSignatures && group != EventGroups.REPEATED) {
                sums.addFlops(group, flops.of(track.nameId(i), track.signatureId(i)));
            }
            long work = causesWork ? deviceWork.nanosOf(number, i, track.correlation(i)) : 0;
            long tensorWork = work != 0 ? deviceWork.tensorNanosOf(number, i, track.correlation(i)) : 0;
            if (group == EventGroups.REPEATED) {
                addRepeated(around, start, start + track.durationNanos(i));
            } else if (track.isAsync(i)) {
                addAsync(group, start, track.durationNanos(i));
                sums.device.charge(group, work);
                sums.tensorCores.charge(group, tensorWork);
            } else {
                addEvent(group, start, track.durationNanos(i));
                around = group;
            }
            if (work != 0 && !track.isAsync(i)) {
                long end = Math.max(start + 1, start + track.durationNanos(i));
                sums.device.charge(times.open(), end, work);
                sums.tensorCores.charge(times.open(), end, tensorWork);
            }
        }
        advance(Long.MAX_VALUE);
        times.advanceTo(Long.MAX_VALUE);
    }

    /** Adds the time of an event that counts as part of the event around it, which is the one before it. */
    private void addRepeated(int group, long start, long end) {
        // A step may have begun in between.
        times.begin(group, start, end);
    }

    private void addAsync(int group, long start, long duration) {
        sums.meet(group, start, duration);
        sums.durations.add(group, duration);
        sums.topLevel[group]++;
        sums.total[group] += duration;
    }

    private void addEvent(int group, long start, long duration) {
        long end = start + duration;
        // If any event encloses it, then the one with the latest end does.
        if (latestEnd <= start || latestEnd < end) {
            sums.topLevel[group]++;
        }
        latestEnd = Math.max(latestEnd, end);
        begin(group, start, duration);
    }

    private void begin(int group, long start, long duration) {
        sums.meet(group, start, duration);
        sums.durations.add(group, duration);
        times.begin(group, start, start + duration);
        sums.cover(group, number, start, start + duration);
    }

    /** Adds the steps that begin by the start of an event, and memory events and samples before it. */
    private void advance(long start) {
        while (nextStepNanos() <= start && step < timeline.steps().size()) {
            chargeMoments(nextStepNanos());
            StepMark mark = timeline.steps().get(step++);
            sums.topLevel[stepGroup]++;
            begin(stepGroup, mark.startNanos(), mark.durationNanos());
        }
        chargeMoments(start);
        nextNanos = Math.min(nextStepNanos(), nextMomentNanos());
    }

    private long nextStepNanos() {
        return step < timeline.steps().size() ? timeline.steps().get(step).startNanos() : Long.MAX_VALUE;
    }

    private long nextMomentNanos() {
        return Math.min(memory.nextNanos(), samples.nextNanos());
    }

    private void chargeMoments(long until) {
        for (long nanos = nextMomentNanos(); nanos < until; nanos = nextMomentNanos()) {
            times.advanceTo(nanos);
            (memory.nextNanos() == nanos ? memory : samples).chargeNext(times.open());
        }
    }
}
