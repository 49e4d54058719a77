package io.stepprofiler.trace;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link Trace} together: the recorder does at the end of a window, readers of trace files do, and so do tests.
 *
 * <p>Events may come in any order; those of a window that was too long for memory come as {@linkplain #segment segments}. Used
 * by one thread; each builder builds once.
 */
public final class TraceBuilder {
    /** Ids of tracks from here on are those of lanes and of streams of devices; those of threads are below. */
    public static final long FIRST_LANE_ID = 1L << 40;

    /** What the pieces of all tracks that were read last may take, in bytes: there may be several traces at a time. */
    private static final long CACHED_BYTES =
            Math.min(16L << 20, Runtime.getRuntime().maxMemory() / 64);

    private final NameTables texts = new NameTables();
    private final MemoryColumns memory = new MemoryColumns();
    private final List<StackSample> samples = new ArrayList<>();
    private CaptureOptions options = CaptureOptions.NONE;
    private final Map<Long, TrackBuilder> threads = new LinkedHashMap<>();
    private final Map<Long, JoinedTrack> joined = new LinkedHashMap<>();
    private @Nullable Segment lastSegment;
    private long inSegments;
    private SegmentCounts beforeSegments = SegmentCounts.ZERO;
    private SegmentCounts afterSegments = SegmentCounts.ZERO;
    private boolean segmentsMissing;
    private UnfinishedCause openCause = UnfinishedCause.WINDOW_ENDED;
    private final Map<String, TrackBuilder> lanes = new LinkedHashMap<>();
    private final Map<String, CounterColumns> counters = new LinkedHashMap<>();
    private final List<StepMark> steps = new ArrayList<>();
    private final Map<String, MetadataValue> metadata = new LinkedHashMap<>();
    private final Map<DropCause, Long> dropped = new EnumMap<>(DropCause.class);
    private final Map<UnfinishedCause, Long> unfinished = new EnumMap<>(UnfinishedCause.class);
    private final Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);

    private String traceId = "";
    private ProcessInfo process = new ProcessInfo(0, "");
    private ClockAnchor start = new ClockAnchor(0, 0);
    private @Nullable ClockAnchor end;
    private @Nullable DistributedInfo distributed;
    private OptionalLong begun = OptionalLong.empty();
    private boolean partial;

    /** An empty trace: no id, pid 0, a window from 0 to its last event, complete. */
    public TraceBuilder() {}

    /**
     * {@return the number that stands for {@code text} in this trace}
     *
     * @param text name of an event, or key of an argument
     */
    public int nameId(String text) {
        return texts.nameId(text);
    }

    /**
     * {@return the number that stands for a name of some kind in this trace}
     *
     * @param text name of an event
     * @param kind what sort of thing it names
     * @param type for a module the type of its class, such as {@code Linear}; else empty
     */
    public int nameId(String text, EventKind kind, String type) {
        return texts.names().idOf(new Name(text, kind, type));
    }

    /**
     * {@return the number that stands for {@code signature} in this trace}
     *
     * @param signature what an operation was called with
     */
    public int signatureId(OpSignature signature) {
        return texts.signatures().idOf(signature);
    }

    /**
     * {@return the number that stands for a call stack in this trace}
     *
     * @param frames the frames, innermost first; not to be changed any more
     */
    public int stackId(List<StackTraceElement> frames) {
        return texts.stacks().idOf(frames);
    }

    /**
     * Says what was to be recorded about each event.
     *
     * @param captured options of the profile; default {@link CaptureOptions#NONE}
     * @return this builder
     */
    public TraceBuilder options(CaptureOptions captured) {
        options = captured;
        return this;
    }

    /**
     * Adds a memory event.
     *
     * @param event what happened; added to the others in the order of time
     * @return this builder
     */
    public TraceBuilder memory(MemoryEvent event) {
        memory.add(event);
        return this;
    }

    /**
     * Adds a sample of a call stack.
     *
     * @param sample what a thread was doing; added to the others in the order of time
     * @return this builder
     */
    public TraceBuilder stackSample(StackSample sample) {
        samples.add(sample);
        return this;
    }

    /**
     * {@return the track of the thread with this id; the name counts when the thread is new}
     *
     * @param id id of the thread, below 2^40, where the ids of lanes begin
     * @param name name of the thread
     */
    public TrackBuilder thread(long id, String name) {
        return threads.computeIfAbsent(id, key -> new TrackBuilder(key, name, Place.THREAD, texts));
    }

    /**
     * {@return the track with this name that is no thread}
     *
     * @param name name of the lane
     */
    public TrackBuilder lane(String name) {
        return lane(name, Place.LANE);
    }

    /**
     * {@return the track of a stream of a device}
     *
     * @param device the device
     * @param stream number of the stream, 0 or more
     */
    public TrackBuilder stream(Device device, int stream) {
        return lane(device + " stream " + stream, new Place(false, Optional.of(device), stream));
    }

    private TrackBuilder lane(String name, Place place) {
        return lanes.computeIfAbsent(name, key -> new TrackBuilder(FIRST_LANE_ID + lanes.size(), key, place, texts));
    }

    /**
     * Adds a sample to the counter with this name.
     *
     * @param name name of the counter
     * @param nanos when it was taken, in nanoseconds on the clock of the trace
     * @param value value of the counter; may be infinite or not a number
     * @return this builder
     */
    public TraceBuilder counter(String name, long nanos, double value) {
        counters.computeIfAbsent(name, key -> new CounterColumns()).add(nanos, value);
        return this;
    }

    /**
     * Adds a step mark.
     *
     * @param mark the time of one step; marks are kept in the order in which they are added
     * @return this builder
     */
    public TraceBuilder step(StepMark mark) {
        steps.add(mark);
        return this;
    }

    /**
     * Sets a metadata entry; the last one with a key counts.
     *
     * @param key key of the entry
     * @param value value of the entry
     * @return this builder
     */
    public TraceBuilder metadata(String key, MetadataValue value) {
        metadata.put(key, value);
        return this;
    }

    /**
     * Sets the trace id.
     *
     * @param id any text, by default 32 hexadecimal digits in upper case; empty if not known
     * @return this builder
     */
    public TraceBuilder traceId(String id) {
        traceId = id;
        return this;
    }

    /**
     * Sets the process that was recorded.
     *
     * @param recorded number and host of the process
     * @return this builder
     */
    public TraceBuilder process(ProcessInfo recorded) {
        process = recorded;
        return this;
    }

    /**
     * Sets which worker the process is.
     *
     * @param info rank, number of workers, backend and host
     * @return this builder
     */
    public TraceBuilder distributed(DistributedInfo info) {
        distributed = info;
        return this;
    }

    /**
     * Sets where the window begins and ends, each on both clocks.
     *
     * @param windowStart first instant of the window
     * @param windowEnd last instant of the window
     * @return this builder
     */
    public TraceBuilder window(ClockAnchor windowStart, ClockAnchor windowEnd) {
        start = windowStart;
        end = windowEnd;
        return this;
    }

    /**
     * Says whether profiling ended before the window had all its steps.
     *
     * @param isPartial true if it did; default false
     * @return this builder
     */
    public TraceBuilder partial(boolean isPartial) {
        partial = isPartial;
        return this;
    }

    /**
     * Counts events that began and were dropped.
     *
     * @param cause why they were dropped
     * @param count number of events, 0 or more, added to those of this cause
     * @return this builder
     */
    public TraceBuilder dropped(DropCause cause, long count) {
        dropped.merge(cause, count, Long::sum);
        return this;
    }

    /**
     * Counts events marked unfinished by cause; those nobody gives a cause are taken as open when the window ended.
     *
     * @param cause why their ends are not known
     * @param count number of events, 0 or more, added to those of this cause
     * @return this builder
     */
    public TraceBuilder unfinished(UnfinishedCause cause, long count) {
        unfinished.merge(cause, count, Long::sum);
        return this;
    }

    /**
     * Counts something odd.
     *
     * @param anomaly what was met
     * @param count how often, 0 or more, added to what was counted before
     * @return this builder
     */
    public TraceBuilder anomaly(Anomaly anomaly, long count) {
        anomalies.merge(anomaly, count, Long::sum);
        return this;
    }

    /**
     * Adds to the number of events that began, as counted where they began. If nobody says it, it is taken to be what
     * the trace holds and what was dropped.
     *
     * @param count number of events, 0 or more
     * @return this builder
     */
    public TraceBuilder begun(long count) {
        begun = OptionalLong.of(begun.orElse(0) + count);
        return this;
    }

    /**
     * Adds a segment of the window: what threads did in it comes after what they did in those added before. The trace reads its
     * events when they are asked for; counters, memory events and steps are copied. What sources tell of the same threads is added with the other
     * methods, as always.
     *
     * @param segment the next segment; some between it and the last may be missing, which the account then shows
     * @return this builder
     */
    public TraceBuilder segment(Segment segment) {
        if (lastSegment == null) {
            beforeSegments = segment.before();
        } else {
            segmentsMissing |= !segment.before().equals(afterSegments);
        }
        lastSegment = segment;
        afterSegments = segment.after();
        inSegments += segment.size();
        TextNumbers numbers = TextNumbers.of(segment.texts(), texts);
        long from = segment.start().monotonicNanos();
        for (ThreadSegment stretch : segment.stretches()) {
            joined.computeIfAbsent(stretch.facts().trackId(), id -> new JoinedTrack(id, texts))
                    .add(stretch, numbers, from, count -> anomaly(Anomaly.CLOSED_TWICE, count));
        }
        for (CounterTrack counter : segment.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                counter(counter.name(), counter.nanos(i), counter.value(i));
            }
        }
        memory.addAll(segment.memoryColumns(), numbers);
        // What was open at the end of the last one is told again, open or ended.
        steps.removeIf(StepMark::unfinished);
        steps.addAll(segment.steps());
        return this;
    }

    /**
     * Says what had been counted in the window, whatever segments there are: what began in between and is neither in one of them nor
     * dropped was in segments that are missing. To be called when all segments have been added; if nobody does, the first and the
     * last segment say it.
     *
     * @param atStart what had been counted where the trace begins
     * @param atEnd what had been counted where it ends
     * @return this builder
     */
    public TraceBuilder counted(SegmentCounts atStart, SegmentCounts atEnd) {
        segmentsMissing |= !atStart.equals(beforeSegments) || !atEnd.equals(afterSegments);
        beforeSegments = atStart;
        afterSegments = atEnd;
        return this;
    }

    /** {@return whether segments are missing, between those that were added or where the window began or ended} The trace is partial then. */
    public boolean isMissingSegments() {
        return segmentsMissing;
    }

    /** {@return how many events were in segments that are missing} They are {@link DropCause#JOURNAL_DAMAGED}. */
    public long missingEvents() {
        SegmentCounts counts = afterSegments.since(beforeSegments);
        return Math.max(counts.begun() - inSegments - sum(counts.dropped()), 0);
    }

    /**
     * Says that the journal, from which the segments come, ends before its window does: what is open at its end is unfinished
     * for that reason.
     *
     * @return this builder
     */
    public TraceBuilder journalEnded() {
        openCause = UnfinishedCause.JOURNAL_ENDED;
        return this;
    }

    NameTables texts() {
        return texts;
    }

    List<StepMark> steps() {
        return steps;
    }

    MemoryColumns memoryColumns() {
        return memory;
    }

    List<CounterTrack> counterTracks() {
        return counters.entrySet().stream()
                .map(entry -> entry.getValue().build(entry.getKey()))
                .toList();
    }

    /**
     * {@return the trace}
     *
     * @throws IllegalArgumentException if {@link #begun} was told and the account does not add up
     */
    public Trace build() {
        MemoryEvents memoryEvents = memory.build(odd -> anomaly(odd, 1));
        LossAccount account = account();
        List<CounterTrack> counterTracks = counterTracks();
        List<Track> tracks = tracks();
        ClockAnchor windowEnd = end != null ? end : anchorAt(lastNanos(tracks, counterTracks));
        return new Trace(
                traceId,
                process,
                Optional.ofNullable(distributed),
                start,
                windowEnd,
                partial || segmentsMissing,
                options,
                texts,
                tracks,
                counterTracks,
                memoryEvents,
                StackSamples.of(samples),
                List.copyOf(steps),
                metadata,
                account);
    }

    /** Those of segments first, in the order in which the threads were seen. */
    private List<Track> tracks() {
        List<Track> tracks = new ArrayList<>();
        PieceCache cache = joined.isEmpty() ? PieceCache.NONE : new PieceCache(CACHED_BYTES);
        long lastEnd = lastSegment == null ? 0 : lastSegment.end().monotonicNanos();
        long openUntil = end != null ? end.monotonicNanos() : Math.max(lastEnd, start.monotonicNanos());
        List<TrackBuilder> others = threads.entrySet().stream()
                .filter(entry -> !joined.containsKey(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        // There may be millions: what is built is given up at once.
        for (Iterator<Map.Entry<Long, JoinedTrack>> each = joined.entrySet().iterator();
                each.hasNext();
                each.remove()) {
            Map.Entry<Long, JoinedTrack> track = each.next();
            tracks.add(track.getValue().build(threads.get(track.getKey()), openUntil, cache));
        }
        others.forEach(track -> tracks.add(track.build()));
        lanes.values().forEach(lane -> tracks.add(lane.build()));
        return List.copyOf(tracks);
    }

    private LossAccount account() {
        long own = Stream.concat(threads.values().stream(), lanes.values().stream())
                        .mapToLong(TrackBuilder::size)
                        .sum()
                + samples.size();
        long open = Stream.concat(threads.values().stream(), lanes.values().stream())
                .mapToLong(TrackBuilder::unfinishedCount)
                .sum();
        long explained = unfinished.values().stream().mapToLong(Long::longValue).sum();
        unfinished(UnfinishedCause.WINDOW_ENDED, open - explained);
        long beside =
                counters.values().stream().mapToLong(column -> column.size).sum() + memory.size;
        long held = own
                + beside
                + joined.values().stream().mapToLong(JoinedTrack::size).sum();
        for (JoinedTrack track : joined.values()) {
            unfinished(track.cause(openCause), track.openCount());
            open += track.openCount();
        }
        if (lastSegment != null || segmentsMissing) {
            countSegments(afterSegments.since(beforeSegments));
        }
        return new LossAccount(begun.orElse(held + sum(dropped)), held - open, dropped, unfinished, anomalies);
    }

    private void countSegments(SegmentCounts counts) {
        long missing = missingEvents();
        counts.dropped().forEach(this::dropped);
        counts.anomalies().forEach(this::anomaly);
        dropped(DropCause.JOURNAL_DAMAGED, missing);
        begun(Math.max(counts.begun(), inSegments + sum(counts.dropped())));
    }

    private static long sum(Map<DropCause, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private ClockAnchor anchorAt(long nanos) {
        return new ClockAnchor(nanos, start.toEpochNanos(nanos));
    }

    private long lastNanos(List<Track> tracks, List<CounterTrack> counterTracks) {
        long last = start.monotonicNanos();
        for (Track track : tracks) {
            for (int i = 0; i < track.size(); i++) {
                last = Math.max(last, track.startNanos(i) + track.durationNanos(i));
            }
        }
        for (CounterTrack counter : counterTracks) {
            last = counter.size() == 0 ? last : Math.max(last, counter.nanos(counter.size() - 1));
        }
        for (StepMark step : steps) {
            last = Math.max(last, step.startNanos() + step.durationNanos());
        }
        for (StackSample sample : samples) {
            last = Math.max(last, sample.nanos());
        }
        return memory.size == 0 ? last : Math.max(last, memory.nanos[memory.size - 1]);
    }

    private static final class CounterColumns {
        private long[] nanos = new long[16];
        private double[] values = new double[16];
        private int size;

        void add(long time, double value) {
            if (size == nanos.length) {
                nanos = Arrays.copyOf(nanos, size * 2);
                values = Arrays.copyOf(values, size * 2);
            }
            nanos[size] = time;
            values[size++] = value;
        }

        CounterTrack build(String name) {
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Long.compare(nanos[a], nanos[b]));
            return new CounterTrack(
                    name,
                    Arrays.stream(order).mapToLong(i -> nanos[i]).toArray(),
                    Arrays.stream(order).mapToDouble(i -> values[i]).toArray());
        }
    }
}
