package io.stepprofiler.mxnet;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Recorded content of one file: the segments of one run after another. For one thread at a time. */
final class FileSegments {
    /** Approximate bytes of an event in a file. */
    private static final long EVENT_BYTES = 200;

    /**
     * One run of the profiler, or the part of it that belongs to one file.
     *
     * @param isNew whether it begins in this file
     * @param categories the categories that are profiled in it
     * @param segments its segments, in their order
     * @param rests traces that activity sources delivered after its end
     */
    record Run(boolean isNew, Set<ProfileCategory> categories, List<Segment> segments, List<Trace> rests) {}

    private final ClockAnchor start;
    private final List<Run> runs = new ArrayList<>();
    private long events;

    FileSegments() {
        this(ClockAnchor.now());
    }

    private FileSegments(ClockAnchor start) {
        this.start = start;
    }

    /** Returns a copy, which does not grow. */
    FileSegments copy() {
        FileSegments copy = new FileSegments(start);
        runs.forEach(run ->
                copy.runs.add(new Run(run.isNew, run.categories, List.copyOf(run.segments), List.copyOf(run.rests))));
        return copy;
    }

    /** Returns the next part, which continues the run of this one. */
    FileSegments next() {
        FileSegments next = new FileSegments();
        next.begin(false, last().categories);
        return next;
    }

    void begin(boolean isNew, Set<ProfileCategory> categories) {
        runs.add(new Run(isNew, categories, new ArrayList<>(), new ArrayList<>()));
    }

    void add(Segment segment) {
        last().segments.add(segment);
        events += segment.size();
    }

    void add(Trace rest) {
        last().rests.add(rest);
        events += rest.eventCount();
    }

    private Run last() {
        return runs.get(runs.size() - 1);
    }

    /** {@return whether the estimated size of its file has reached a number of bytes} */
    boolean isFull(long bytes) {
        return events * EVENT_BYTES >= bytes;
    }

    ClockAnchor start() {
        return start;
    }

    /** Returns the time up to which all events of threads are known. */
    ClockAnchor end() {
        long nanos = start.monotonicNanos();
        for (Run run : runs) {
            for (Segment segment : run.segments) {
                nanos = Math.max(nanos, segment.end().monotonicNanos());
            }
        }
        return new ClockAnchor(nanos, start.toEpochNanos(nanos));
    }

    List<Run> runs() {
        return runs;
    }
}
