package io.stepprofiler.averages;

import io.stepprofiler.trace.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums up a trace by name, in two passes: the first counts the events of each name, the second walks each track in the
 * order of time, adds up self and total times and gathers the durations of each name in a stretch of one array, from
 * which the percentiles are then selected.
 */
final class Averager {
    private static final String STEPS = "ProfilerStep*";

    private final Trace trace;
    private final int groups;
    private final int stepGroup;
    private final Map<Long, List<StepMark>> stepsByTrack = new HashMap<>();

    private final long[] self;
    private final long[] total;
    private final int[] firstDuration;
    private final int[] nextDuration;
    private final long[] durations;

    // The end of what has been counted into the total of a group on the present track.
    private final long[] coveredUntil;
    private final int[] coveredOnTrack;
    private int trackNumber;

    /** Prepares for a trace; a group is a name id, or the one after the last for step marks. */
    Averager(Trace trace) {
        this.trace = trace;
        stepGroup = trace.nameCount();
        groups = stepGroup + 1;
        self = new long[groups];
        total = new long[groups];
        coveredUntil = new long[groups];
        coveredOnTrack = new int[groups];
        firstDuration = firstDurations();
        nextDuration = firstDuration.clone();
        durations = new long[firstDuration[groups]];
    }

    private int[] firstDurations() {
        int[] first = new int[groups + 1];
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                if (!track.isUnfinished(i)) {
                    first[track.nameId(i) + 1]++;
                }
            }
        }
        for (StepMark step : trace.steps()) {
            if (!step.unfinished()) {
                first[stepGroup + 1]++;
                stepsByTrack
                        .computeIfAbsent(step.trackId(), id -> new ArrayList<>())
                        .add(step);
            }
        }
        for (int group = 0; group < groups; group++) {
            first[group + 1] += first[group];
        }
        return first;
    }

    List<KeyAverage> average() {
        for (Track track : trace.tracks()) {
            walk(track);
        }
        // What is left was marked on threads that have no track.
        stepsByTrack.values().forEach(this::walk);
        List<KeyAverage> rows = new ArrayList<>();
        addRow(rows, stepGroup, STEPS);
        for (int group = 0; group < stepGroup; group++) {
            addRow(rows, group, trace.name(group));
        }
        return rows;
    }

    private void walk(Track track) {
        trackNumber++;
        SelfTimeSweep sweep = new SelfTimeSweep(self);
        List<StepMark> steps = new ArrayList<>(stepsByTrack.getOrDefault(track.id(), List.of()));
        stepsByTrack.remove(track.id());
        steps.sort(Comparator.comparingLong(StepMark::startNanos));
        int step = 0;
        for (int i = 0; i < track.size(); i++) {
            if (track.isUnfinished(i)) {
                continue;
            }
            long start = track.startNanos(i);
            // A step that begins with an event is around it.
            for (; step < steps.size() && steps.get(step).startNanos() <= start; step++) {
                add(steps.get(step), sweep);
            }
            add(track.nameId(i), start, track.durationNanos(i), track.isAsync(i), sweep);
        }
        for (; step < steps.size(); step++) {
            add(steps.get(step), sweep);
        }
        sweep.finish();
    }

    private void walk(List<StepMark> steps) {
        trackNumber++;
        SelfTimeSweep sweep = new SelfTimeSweep(self);
        steps.stream().sorted(Comparator.comparingLong(StepMark::startNanos)).forEach(step -> add(step, sweep));
        sweep.finish();
    }

    private void add(StepMark step, SelfTimeSweep sweep) {
        add(stepGroup, step.startNanos(), step.durationNanos(), false, sweep);
    }

    private void add(int group, long start, long duration, boolean async, SelfTimeSweep sweep) {
        durations[nextDuration[group]++] = duration;
        if (async) {
            total[group] += duration;
            return;
        }
        long end = start + duration;
        sweep.begin(group, start, end);
        long from = coveredOnTrack[group] == trackNumber ? Math.max(start, coveredUntil[group]) : start;
        if (end >= from) {
            total[group] += end - from;
            coveredUntil[group] = end;
            coveredOnTrack[group] = trackNumber;
        }
    }

    private void addRow(List<KeyAverage> rows, int group, String name) {
        int from = firstDuration[group];
        int to = firstDuration[group + 1];
        if (from == to) {
            return;
        }
        long min = Long.MAX_VALUE;
        long max = 0;
        long sum = 0;
        for (int i = from; i < to; i++) {
            min = Math.min(min, durations[i]);
            max = Math.max(max, durations[i]);
            sum += durations[i];
        }
        int count = to - from;
        int middle = from + rank(count, 50);
        long p50 = Selection.select(durations, from, to, middle);
        // Nothing before the middle is larger than what is there, so the rest will do.
        long p99 = Selection.select(durations, middle, to, from + rank(count, 99));
        rows.add(new KeyAverage(name, count, self[group], total[group], sum, min, max, p50, p99));
    }

    /** The nearest-rank percentile: the place, from 0, of the smallest value that {@code percent} do not exceed. */
    private static int rank(int count, int percent) {
        return (int) (((long) count * percent + 99) / 100) - 1;
    }
}
