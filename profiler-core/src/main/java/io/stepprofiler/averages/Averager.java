package io.stepprofiler.averages;

import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * Sums up a trace, in two passes: the first gives each event its group and counts those of each group, the second walks
 * each track in the order of time, adds up what belongs to each group and gathers the durations, from which the
 * percentiles are then selected.
 *
 * <p>What is not there (signatures, memory, samples, work on devices) costs nothing. A memory event, a sample, or an event with
 * work on a device costs as much as there are open events around it.
 */
final class Averager {
    private final Trace trace;
    private final List<Timeline> timelines;
    private final EventGroups groups;
    private final int[][] eventGroups;
    private final int[] stepGroups;
    private final GroupSums sums;

    Averager(Trace trace, Grouping grouping) {
        this.trace = trace;
        timelines = Timeline.of(trace);
        groups = new EventGroups(trace, grouping, timelines);
        eventGroups = new int[timelines.size()][];
        stepGroups = new int[timelines.size()];
        findGroups();
        sums = new GroupSums(countEvents());
        Flops flops = new Flops(trace);
        DeviceWork deviceWork = new DeviceWork(timelines);
        for (int i = 0; i < timelines.size(); i++) {
            new TimelineWalk(trace, timelines.get(i), i, stepGroups[i], groups, sums)
                    .walk(eventGroups[i], flops, deviceWork);
        }
    }

    private void findGroups() {
        for (int i = 0; i < eventGroups.length; i++) {
            Timeline timeline = timelines.get(i);
            eventGroups[i] = groups.ofEvents(timeline);
            stepGroups[i] = timeline.steps().isEmpty() ? -1 : groups.ofSteps(timeline.track());
            // Each may turn out to be outside all events.
            for (int event : timeline.memory()) {
                groups.ofLooseMemory(timeline.track(), event);
            }
            for (int sample : timeline.samples()) {
                groups.ofLooseSample(timeline.track(), sample);
            }
        }
    }

    private int[] countEvents() {
        int[] counts = new int[groups.size()];
        for (int i = 0; i < eventGroups.length; i++) {
            for (int group : eventGroups[i]) {
                if (group >= 0) {
                    counts[group]++;
                }
            }
            if (stepGroups[i] >= 0) {
                counts[stepGroups[i]] += timelines.get(i).steps().size();
            }
        }
        return counts;
    }

    /** What there is to be shown beside the time of the host. */
    Measured measured() {
        return Measured.in(trace);
    }

    List<KeyAverage> rows() {
        List<KeyAverage> rows = new ArrayList<>();
        forEach((row, group) -> rows.add(row));
        return rows;
    }

    /** Gives each row with the number of its group, in order. */
    void forEach(ObjIntConsumer<KeyAverage> consumer) {
        for (int group : groups.inOrder()) {
            if (!sums.isEmpty(group)) {
                consumer.accept(sums.row(group, groups.key(group)), group);
            }
        }
    }

    /** The durations by the number of the group. */
    DurationLists durations() {
        return sums.durations;
    }
}
