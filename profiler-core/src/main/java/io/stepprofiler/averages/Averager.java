package io.stepprofiler.averages;

import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
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
    /** Of so many events each has its group and its duration in memory; of more, groups are found twice, and durations counted. */
    static final long MOST_KEPT = 16_000_000;

    private final Trace trace;
    private final List<Timeline> timelines;
    private final EventGroups groups;
    private final List<EventGroups.OfTimeline> eventGroups = new ArrayList<>();
    private final int[] stepGroups;
    private final GroupSums sums;

    Averager(Trace trace, Grouping grouping) {
        this.trace = trace;
        timelines = Timeline.of(trace);
        groups = new EventGroups(trace, grouping, timelines);
        stepGroups = new int[timelines.size()];
        sums = new GroupSums(countEvents());
        Flops flops = new Flops(trace);
        DeviceWork deviceWork = new DeviceWork(timelines);
        for (int i = 0; i < timelines.size(); i++) {
            new TimelineWalk(trace, timelines.get(i), i, stepGroups[i], groups, sums)
                    .walk(eventGroups.get(i), flops, deviceWork);
        }
    }

    private int[] countEvents() {
        int[] counts = new int[64];
        boolean keep = timelines.stream().mapToLong(timeline -> timeline.track().size()).sum() <= MOST_KEPT;
        for (int i = 0; i < stepGroups.length; i++) {
            Timeline timeline = timelines.get(i);
            EventGroups.OfTimeline groupOf = keep ? groups.kept(timeline) : groups.of(timeline);
            eventGroups.add(keep ? groupOf : groups.of(timeline));
            int size = timeline.track().size();
            for (int event = 0; event < size; event++) {
                int group = groupOf.group(event);
                if (group >= 0) {
                    counts = fitting(counts, group);
                    counts[group]++;
                }
            }
            stepGroups[i] = timeline.steps().isEmpty() ? -1 : groups.ofSteps(timeline.track());
            if (stepGroups[i] >= 0) {
                counts = fitting(counts, stepGroups[i]);
                counts[stepGroups[i]] += timeline.steps().size();
            }
            // Each may turn out to be outside all events.
            for (int event : timeline.memory()) {
                groups.ofLooseMemory(timeline.track(), event);
            }
            for (int sample : timeline.samples()) {
                groups.ofLooseSample(timeline.track(), sample);
            }
        }
        return Arrays.copyOf(counts, groups.size());
    }

    private static int[] fitting(int[] counts, int group) {
        return group < counts.length ? counts : Arrays.copyOf(counts, Math.max(group + 1, counts.length * 2));
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
    GroupDurations durations() {
        return sums.durations;
    }
}
