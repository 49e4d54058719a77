package io.stepprofiler.averages;

import io.stepprofiler.averages.KeyAverage.Memory;
import io.stepprofiler.averages.KeyAverage.Time;
import io.stepprofiler.trace.Device;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * Sums up a trace, in two passes: the first gives each event its group and counts those of each group, the second walks
 * each track in the order of time, adds up what belongs to each group and gathers the durations, from which the
 * percentiles are then selected.
 *
 * <p>What is not there (signatures, memory, work on devices) costs nothing. A memory event, or an event with work on a
 * device, costs as much as there are open events around it.
 */
final class Averager {
    private final List<Timeline> timelines;
    private final EventGroups groups;
    private final int[][] eventGroups;
    private final int[] stepGroups;

    private final MemoryEvents memory;
    private final DeviceWork deviceWork;
    private final Flops flopsOfEvents;
    private final Measured measured;

    private final DurationLists durations;
    private final long[] self;
    private final long[] total;
    private final long[] topLevel;
    private final long[] looseMemory;
    private final long[] flops;
    private final Charges device;
    private final Charges cpuMemory;
    private final Charges deviceMemory;

    // The end of what has been counted into the total of a group on the present timeline.
    private final long[] coveredUntil;
    private final int[] coveredOn;

    Averager(Trace trace, Grouping grouping) {
        timelines = Timeline.of(trace);
        groups = new EventGroups(trace, grouping, timelines);
        eventGroups = new int[timelines.size()][];
        stepGroups = new int[timelines.size()];
        memory = trace.memory();
        int[] counts = countEvents();
        deviceWork = new DeviceWork(timelines);
        flopsOfEvents = new Flops(trace);
        measured = Measured.in(trace);
        durations = new DurationLists(counts);
        self = new long[counts.length];
        total = new long[counts.length];
        topLevel = new long[counts.length];
        looseMemory = new long[counts.length];
        flops = new long[counts.length];
        Arrays.fill(flops, KeyAverage.NO_FLOPS);
        device = new Charges(counts.length);
        cpuMemory = new Charges(counts.length);
        deviceMemory = new Charges(counts.length);
        coveredUntil = new long[counts.length];
        coveredOn = new int[counts.length];
        Arrays.fill(coveredOn, -1);
        for (int timeline = 0; timeline < timelines.size(); timeline++) {
            new Walk(timeline).walk();
        }
    }

    /** What the trace was found to have. */
    Measured measured() {
        return measured;
    }

    private int[] countEvents() {
        for (int i = 0; i < eventGroups.length; i++) {
            Timeline timeline = timelines.get(i);
            eventGroups[i] = groups.ofEvents(timeline.track());
            stepGroups[i] = timeline.steps().isEmpty() ? -1 : groups.ofSteps(timeline.track());
            // Each may turn out to be outside all events.
            for (int event : timeline.memory()) {
                groups.ofLooseMemory(timeline.track(), event);
            }
        }
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

    List<KeyAverage> rows() {
        List<KeyAverage> rows = new ArrayList<>();
        forEach((row, group) -> rows.add(row));
        return rows;
    }

    /** Gives each row with the number of its group, in order. */
    void forEach(ObjIntConsumer<KeyAverage> consumer) {
        for (int group : groups.inOrder()) {
            if (durations.count(group) > 0 || looseMemory[group] > 0) {
                consumer.accept(row(group), group);
            }
        }
    }

    /** The durations by the number of the group. */
    DurationLists durations() {
        return durations;
    }

    private KeyAverage row(int group) {
        GroupKey key = groups.key(group);
        Time time = new Time(self[group], total[group]);
        boolean onDevice = key.device() != Device.Type.CPU;
        return new KeyAverage(
                key,
                durations.count(group) + looseMemory[group],
                topLevel[group] + looseMemory[group],
                durations.summary(group),
                onDevice ? Time.NONE : time,
                onDevice ? time : new Time(device.self(group), device.total(group)),
                new Memory(cpuMemory.self(group), cpuMemory.total(group)),
                new Memory(deviceMemory.self(group), deviceMemory.total(group)),
                flops[group]);
    }

    /** The second pass over one timeline. */
    private final class Walk {
        private final int number;
        private final Timeline timeline;
        private final OpenEvents open = new OpenEvents(self);
        private final boolean causesWork;
        private int step;
        private int memoryEvent;

        /** When the last of the events so far ends, step marks left out. */
        private long latestEnd = Long.MIN_VALUE;

        Walk(int number) {
            this.number = number;
            timeline = timelines.get(number);
            causesWork = !deviceWork.isEmpty() && !timeline.isOnDevice();
        }

        void walk() {
            Track track = timeline.track();
            int[] groupOf = eventGroups[number];
            boolean hasSignatures = track.hasSignatures();
            for (int i = 0; i < groupOf.length; i++) {
                int group = groupOf[i];
                if (group < 0) {
                    continue;
                }
                if (hasSignatures) {
                    flops[group] = Flops.sum(flops[group], flopsOfEvents.of(track.nameId(i), track.signatureId(i)));
                }
                long start = track.startNanos(i);
                // A step that begins with an event is around it.
                addSteps(start);
                addMemory(start);
                long work = causesWork ? deviceWork.nanosOf(number, i, track.correlation(i)) : 0;
                if (track.isAsync(i)) {
                    addAsync(group, track.durationNanos(i), work);
                } else {
                    addEvent(group, start, track.durationNanos(i), work);
                }
            }
            addSteps(Long.MAX_VALUE);
            addMemory(Long.MAX_VALUE);
            open.finish();
        }

        private void addAsync(int group, long duration, long work) {
            durations.add(group, duration);
            topLevel[group]++;
            total[group] += duration;
            device.charge(group, work);
        }

        private void addEvent(int group, long start, long duration, long work) {
            long end = start + duration;
            if (latestEnd <= start || latestEnd < end) {
                topLevel[group]++;
            }
            latestEnd = Math.max(latestEnd, end);
            begin(group, start, duration);
            if (work != 0) {
                device.charge(open, Math.max(start + 1, end), work);
            }
        }

        private void addSteps(long until) {
            while (step < timeline.steps().size() && timeline.steps().get(step).startNanos() <= until) {
                StepMark mark = timeline.steps().get(step++);
                addMemory(mark.startNanos());
                topLevel[stepGroups[number]]++;
                begin(stepGroups[number], mark.startNanos(), mark.durationNanos());
            }
        }

        private void begin(int group, long start, long duration) {
            durations.add(group, duration);
            long end = start + duration;
            open.begin(group, start, end);
            long from = coveredOn[group] == number ? Math.max(start, coveredUntil[group]) : start;
            if (end >= from) {
                total[group] += end - from;
                coveredUntil[group] = end;
                coveredOn[group] = number;
            }
        }

        /** Adds the memory events before a time. */
        private void addMemory(long until) {
            int[] events = timeline.memory();
            for (; memoryEvent < events.length && memory.nanos(events[memoryEvent]) < until; memoryEvent++) {
                int event = events[memoryEvent];
                open.closeUntil(memory.nanos(event));
                Charges charges = memory.device(event).type() == Device.Type.CPU ? cpuMemory : deviceMemory;
                if (open.depth() == 0) {
                    int group = groups.ofLooseMemory(timeline.track(), event);
                    looseMemory[group]++;
                    charges.charge(group, memory.bytes(event));
                } else {
                    charges.charge(open, memory.nanos(event) + 1, memory.bytes(event));
                }
            }
        }
    }
}
