package io.stepprofiler.mxnet;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The recorded material of one file: the segments of one run after another. For one thread at a time. */
final class Part {
    /** Bytes of an event in a file, about. */
    private static final long EVENT_BYTES = 200;

    /**
     * One run of the profiler, or the part of it that belongs to one file.
     *
     * @param isFirst whether nothing is known of the memory before it
     * @param categories the categories that are profiled in it
     * @param segments its segments, in their order
     * @param rests what activity sources delivered after its end
     */
    record Run(boolean isFirst, Set<ProfileCategory> categories, List<Segment> segments, List<Trace> rests) {
        Run(boolean isFirst, Set<ProfileCategory> categories) {
            this(isFirst, categories, new ArrayList<>(), new ArrayList<>());
        }
    }

    private final ClockAnchor start;
    private final List<Run> runs = new ArrayList<>();
    private long events;

    Part() {
        start = ClockAnchor.now();
    }

    private Part(Part other) {
        start = other.start;
        other.runs.forEach(run -> runs.add(
                new Run(run.isFirst, run.categories, new ArrayList<>(run.segments), new ArrayList<>(run.rests))));
    }

    /** The same, which does not grow. */
    Part copy() {
        return new Part(this);
    }

    /** The next part, in which the run of this one goes on. */
    Part next() {
        Part next = new Part();
        next.begin(false, last().categories);
        return next;
    }

    /** Begins a run; {@code isFirst} unless it goes on where the last one ended. */
    void begin(boolean isFirst, Set<ProfileCategory> categories) {
        runs.add(new Run(isFirst, categories));
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

    /** Whether its file has so many bytes, about. */
    boolean isFull(long bytes) {
        return events * EVENT_BYTES >= bytes;
    }

    ClockAnchor start() {
        return start;
    }

    /** The instant up to which all is known of threads, in nanoseconds. */
    long endNanos() {
        return runs.stream()
                .flatMap(run -> run.segments.stream())
                .mapToLong(segment -> segment.end().monotonicNanos())
                .max()
                .orElse(start.monotonicNanos());
    }

    List<Run> runs() {
        return runs;
    }
}
