package io.stepprofiler.averages;

import io.stepprofiler.flops.Flops;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.ObjIntConsumer;

/**
 * Calculator of key averages, in two passes over a trace: the first gives each event its group and counts the events of
 * each group, the second walks each track in the order of time, adds up the figures of each group and collects the
 * durations, from which the percentiles are then selected.
 *
 * <p>For a long trace neither groups nor durations are kept: the groups are found again in the second pass, and
 * durations are counted by magnitude.
 *
 * <p>Absent details (signatures, memory, samples, work on devices) cost nothing. The cost of a memory event, a sample,
 * or an event with work on a device is proportional to the number of open events around it.
 */
final class KeyAveragesCalculator {
    /**
     * Most events for exact percentiles, which keep 12 bytes each; the durations of more events are counted by
     * magnitude.
     */
    static final int EXACT_EVENTS = 1 << 22;

    private final Trace trace;
    private final List<Timeline> timelines;
    private final EventGroups groups;
    private final int[] stepGroups;
    private final GroupSums sums;

    KeyAveragesCalculator(Trace trace, Grouping grouping) {
        this(trace, grouping, EXACT_EVENTS);
    }

    KeyAveragesCalculator(Trace trace, Grouping grouping, long exactEvents) {
        this.trace = trace;
        timelines = Timeline.of(trace);
        groups = new EventGroups(trace, grouping, timelines);
        stepGroups = new int[timelines.size()];
        findGroupsOfMoments();
        long events = timelines.stream()
                .mapToLong(timeline ->
                        timeline.track().size() + (long) timeline.steps().size())
                .sum();
        boolean isExact = events <= exactEvents;
        int[][] eventGroups = isExact ? groupsOfEvents() : new int[0][];
        if (!isExact) {
            numberGroups();
        }
        GroupDurations durations =
                isExact ? new DurationLists(count(eventGroups)) : new DurationHistograms(groups.size());
        sums = new GroupSums(groups.size(), durations);
        Flops flops = Flops.in(trace);
        CorrelatedDeviceTime deviceWork = new CorrelatedDeviceTime(trace, timelines);
        for (int i = 0; i < timelines.size(); i++) {
            Timeline timeline = timelines.get(i);
            IntSupplier groupOfNext = isExact ? new Known(eventGroups[i]) : groups.ofEvents(timeline);
            new TimelineWalk(trace, timeline, i, stepGroups[i], groups, sums).walk(groupOfNext, flops, deviceWork);
        }
    }

    /** Numbers the groups of steps, and of memory events and samples, which may turn out to be outside all events. */
    private void findGroupsOfMoments() {
        for (int i = 0; i < stepGroups.length; i++) {
            Timeline timeline = timelines.get(i);
            stepGroups[i] = timeline.steps().isEmpty() ? -1 : groups.ofSteps(timeline.track());
            for (int event : timeline.memory()) {
                groups.ofLooseMemory(timeline.track(), event);
            }
            for (int sample : timeline.samples()) {
                groups.ofLooseSample(timeline.track(), sample);
            }
        }
    }

    private int[][] groupsOfEvents() {
        int[][] result = new int[timelines.size()][];
        for (int i = 0; i < result.length; i++) {
            int[] ofTimeline = new int[timelines.get(i).track().size()];
            IntSupplier groupOfNext = groups.ofEvents(timelines.get(i));
            for (int event = 0; event < ofTimeline.length; event++) {
                ofTimeline[event] = groupOfNext.getAsInt();
            }
            result[i] = ofTimeline;
        }
        return result;
    }

    /** Numbers all groups, so that their count is known, without keeping the group of each event. */
    private void numberGroups() {
        for (Timeline timeline : groups.isByNameAlone() ? List.<Timeline>of() : timelines) {
            IntSupplier groupOfNext = groups.ofEvents(timeline);
            for (int event = 0; event < timeline.track().size(); event++) {
                var unused = groupOfNext.getAsInt();
            }
        }
    }

    private int[] count(int[][] eventGroups) {
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

    /** The kept groups of a timeline's events, one after the other. */
    private static final class Known implements IntSupplier {
        private final int[] groups;
        private int next;

        Known(int[] groups) {
            this.groups = groups;
        }

        @Override
        public int getAsInt() {
            return groups[next++];
        }
    }

    /** Measurements of a trace besides the time of the host. */
    TraceMeasurements measured() {
        return TraceMeasurements.in(trace);
    }

    List<KeyAverage> rows() {
        List<KeyAverage> rows = new ArrayList<>();
        forEach((row, group) -> rows.add(row));
        return rows;
    }

    /** Passes each row with the number of its group, in the order of first occurrence. */
    void forEach(ObjIntConsumer<KeyAverage> consumer) {
        for (int group : sums.inOrder()) {
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
