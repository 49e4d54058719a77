package io.stepprofiler.columns;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Contents of a trace or of a segment while they are collected. */
public final class TraceColumns {
    /** First id of lanes and of streams of devices; ids of threads are below. */
    public static final long FIRST_LANE_ID = 1L << 40;

    /** Tables of the names, signatures and call stacks that the columns hold by number. */
    public final NameTables names = new NameTables();

    /** The memory events. */
    public final MemoryColumns memory = new MemoryColumns();

    /** The counters by their names, in the order in which they were first seen. */
    public final Map<DomainName, CounterColumns> counters = new LinkedHashMap<>();

    /** The step marks, in the order of the steps. */
    public final List<StepMark> steps = new ArrayList<>();

    /** The threads by their ids, in the order in which they were first seen. */
    public final Map<Long, TrackColumns> threads = new LinkedHashMap<>();

    /** The lanes and the streams of devices by their names, in the order in which they were first seen. */
    public final Map<String, TrackColumns> lanes = new LinkedHashMap<>();

    /** The samples of call stacks. */
    public final List<StackSample> samples = new ArrayList<>();

    /** Events that began and were dropped, by cause. */
    public final Map<DropCause, Long> dropped = new EnumMap<>(DropCause.class);

    /** Anomalies, by kind. */
    public final Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);

    /** Number of events that began, if it was counted when they began. */
    public OptionalLong begun = OptionalLong.empty();

    /** Threads whose events are read when they are asked for; they come before the others. */
    public final Deque<PiecedTrack> pieced = new ArrayDeque<>();

    /** Start of the window. */
    public ClockAnchor start = new ClockAnchor(0, 0);

    /** End of the window; null if unknown, in which case the last event is taken for it. */
    public @Nullable ClockAnchor end;

    /** Creates empty columns. */
    public TraceColumns() {}

    /**
     * {@return the track of a thread}
     *
     * @param id id of the thread
     * @param name name of the thread, if it is new
     */
    public TrackColumns thread(long id, String name) {
        return threads.computeIfAbsent(id, key -> new TrackColumns(key, name, Place.THREAD, names));
    }

    /**
     * {@return the track of a lane or of a stream of a device}
     *
     * @param name name of the track
     * @param place thread, lane or stream of the track, if it is new
     */
    public TrackColumns lane(String name, Place place) {
        return lanes.computeIfAbsent(name, key -> new TrackColumns(FIRST_LANE_ID + lanes.size(), key, place, names));
    }

    /** {@return the threads and the lanes whose events were added here} */
    public Stream<TrackColumns> collected() {
        return Stream.concat(threads.values().stream(), lanes.values().stream());
    }

    /**
     * Adds the counters, memory events and samples of other columns.
     *
     * @param other the other columns
     * @param numbers translation of their numbers
     */
    public void addInstants(TraceColumns other, NameNumbers numbers) {
        other.counters.forEach((name, samplesOf) ->
                counters.computeIfAbsent(name, key -> new CounterColumns()).addAll(samplesOf));
        memory.addAll(other.memory, numbers);
        for (StackSample sample : other.samples) {
            int stack = sample.stackId() < 0 ? -1 : numbers.stacks[sample.stackId()];
            samples.add(new StackSample(sample.nanos(), sample.trackId(), sample.kind(), stack, sample.weight()));
        }
    }

    /**
     * Adds everything that an activity source delivered.
     *
     * @param other the delivery, which is not to be used any more
     */
    public void addAll(TraceColumns other) {
        NameNumbers numbers = new NameNumbers(other.names, names);
        addInstants(other, numbers);
        other.threads.values().forEach(track -> thread(track.id, track.name).addAll(track.asAdded(0), numbers));
        other.lanes.forEach((name, track) -> lane(name, track.place).addAll(track.asAdded(0), numbers));
        other.dropped.forEach((cause, count) -> dropped.merge(cause, count, Long::sum));
        other.anomalies.forEach((anomaly, count) -> anomalies.merge(anomaly, count, Long::sum));
        if (other.begun.isPresent()) {
            begun = OptionalLong.of(begun.orElse(0) + other.begun.getAsLong());
        }
    }
}
