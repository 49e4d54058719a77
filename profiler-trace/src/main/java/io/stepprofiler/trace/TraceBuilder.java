package io.stepprofiler.trace;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.DomainName;
import io.stepprofiler.columns.HiddenConstructors;
import io.stepprofiler.columns.NameNumbers;
import io.stepprofiler.columns.PiecedTrack;
import io.stepprofiler.columns.Place;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a {@link Trace}, for the recorder at the end of a window, readers of trace files, and tests.
 *
 * <p>A trace of times that were measured elsewhere takes no more than this; values that are not set are as in an empty
 * trace:
 *
 * <pre>{@code
 * TraceBuilder builder = new TraceBuilder().window(begin, end);
 * TrackBuilder main = builder.thread(1, "main");
 * main.add(builder.nameId("forward"), 1_000, 500);
 * builder.counter("loss", 1_500, 0.25).step(new StepMark(0, 1_000, 800, 1, false));
 * Trace trace = builder.build();
 * }</pre>
 *
 * <p>All times are nanoseconds on one clock of any origin; the window relates it to the time of day. Names, keys of
 * arguments, signatures and stacks are held once, by their numbers in this trace. An event takes about 20 bytes, an
 * argument 17 more.
 *
 * <p>Events may come in any order. Used by one thread; each builder builds once.
 */
public final class TraceBuilder {
    /** First id of lanes and of streams of devices; ids of threads are below. */
    public static final long FIRST_LANE_ID = TraceColumns.FIRST_LANE_ID;

    private final TraceColumns columns;
    private final AccountOfColumns account;
    private RecordingOptions options = RecordingOptions.NONE;
    private final Map<String, MetadataValue> metadata = new LinkedHashMap<>();

    private String traceId = "";
    private ProcessInfo process = new ProcessInfo(0, "");
    private @Nullable DistributedInfo distributed;
    private boolean partial;

    // T19: no signature of this package names columns.
    static {
        new HiddenConstructors<TraceBuilder, TrackBuilder, Track, CounterTrack>(
                        TraceBuilder::new, TrackBuilder::new, Track::new, CounterTrack::new)
                .makeKnown();
    }

    /** An empty trace: no id, pid 0, a window from 0 to its last event, complete. */
    public TraceBuilder() {
        this(new TraceColumns());
    }

    TraceBuilder(TraceColumns columns) {
        this.columns = columns;
        account = new AccountOfColumns(columns);
    }

    /**
     * {@return the number that stands for {@code text} in this trace}
     *
     * @param text name of an event, or key of an argument
     */
    public int nameId(String text) {
        return columns.names.nameId(text);
    }

    /**
     * {@return the number that stands for a name of some kind in this trace}
     *
     * @param text name of an event
     * @param kind kind of the event
     * @param type for a module the type of its class, such as {@code Linear}; for a marker, task or frame its domain,
     *     which may be empty; else empty
     */
    public int nameId(String text, EventKind kind, String type) {
        return columns.names.nameId(text, kind, type);
    }

    /**
     * {@return the number that stands for the name of a marker in this trace} Its events have no duration, whatever is
     * passed to {@link TrackBuilder#add}.
     *
     * @param text name of the marker
     * @param domain domain of the marker; empty if it has none
     * @param scope reach of the marker
     */
    public int markerId(String text, String domain, MarkerScope scope) {
        return columns.names.nameId(text, EventKind.MARKER, domain, scope);
    }

    /**
     * {@return the number that stands for {@code signature} in this trace}
     *
     * @param signature signature of an operation
     */
    public int signatureId(OpSignature signature) {
        return columns.names.signatureId(signature);
    }

    /**
     * {@return the number that stands for a call stack in this trace}
     *
     * @param frames the frames, innermost first; not to be changed any more
     */
    public int stackId(List<StackTraceElement> frames) {
        return columns.names.stackId(frames);
    }

    /**
     * Sets the details that were to be recorded about each event.
     *
     * @param captured options of the profile; default {@link RecordingOptions#NONE}
     * @return this builder
     */
    public TraceBuilder options(RecordingOptions captured) {
        options = captured;
        return this;
    }

    /**
     * Adds a memory event.
     *
     * @param event the event; inserted in the order of time
     * @return this builder
     */
    public TraceBuilder memory(MemoryEvent event) {
        columns.memory.add(event);
        return this;
    }

    /**
     * Adds a sample of a call stack.
     *
     * @param sample the sample; inserted in the order of time
     * @return this builder
     */
    public TraceBuilder stackSample(StackSample sample) {
        columns.samples.add(sample);
        return this;
    }

    /**
     * {@return the track of the thread with this id; the name counts when the thread is new}
     *
     * @param id id of the thread, below 2^40, where the ids of lanes begin
     * @param name name of the thread
     */
    public TrackBuilder thread(long id, String name) {
        return new TrackBuilder(columns.thread(id, name));
    }

    /**
     * {@return the lane with this name, a track that is no thread}
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
        return new TrackBuilder(columns.lane(name, place));
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
        return counter("", name, nanos, value);
    }

    /**
     * Adds a sample to the counter with this name in a domain.
     *
     * @param domain domain of the counter; empty if it belongs to none
     * @param name name of the counter
     * @param nanos when it was taken, in nanoseconds on the clock of the trace
     * @param value value of the counter; may be infinite or not a number
     * @return this builder
     */
    public TraceBuilder counter(String domain, String name, long nanos, double value) {
        counterColumns(domain, name).add(nanos, value);
        return this;
    }

    /**
     * Adds a sample to the counter with this name in a domain; the value is kept exactly.
     *
     * @param domain domain of the counter; empty if it belongs to none
     * @param name name of the counter
     * @param nanos when it was taken, in nanoseconds on the clock of the trace
     * @param value value of the counter
     * @return this builder
     */
    public TraceBuilder counter(String domain, String name, long nanos, long value) {
        counterColumns(domain, name).add(nanos, value);
        return this;
    }

    /**
     * Adds a sample to the counter with this name in a domain; samples at the same time are ordered by their turns.
     *
     * @param domain domain of the counter; empty if it belongs to none
     * @param name name of the counter
     * @param nanos when it was taken, in nanoseconds on the clock of the trace
     * @param value value of the counter
     * @param turn sequence number of the sample in the counter, which may wrap around
     * @return this builder
     */
    public TraceBuilder counter(String domain, String name, long nanos, long value, int turn) {
        CounterColumns samples = counterColumns(domain, name);
        samples.add(nanos, value);
        samples.turn(turn);
        return this;
    }

    private CounterColumns counterColumns(String domain, String name) {
        return columns.counters.computeIfAbsent(new DomainName(domain, name), key -> new CounterColumns());
    }

    /**
     * Adds a step mark.
     *
     * @param mark the time of one step; marks are kept in the order in which they are added
     * @return this builder
     */
    public TraceBuilder step(StepMark mark) {
        columns.steps.add(mark);
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
     * Sets the process's place in a distributed run.
     *
     * @param info rank, number of workers, backend and host
     * @return this builder
     */
    public TraceBuilder distributed(DistributedInfo info) {
        distributed = info;
        return this;
    }

    /**
     * Sets the start and the end of the window, each on both clocks.
     *
     * @param windowStart first instant of the window
     * @param windowEnd last instant of the window
     * @return this builder
     */
    public TraceBuilder window(ClockAnchor windowStart, ClockAnchor windowEnd) {
        columns.start = windowStart;
        columns.end = windowEnd;
        return this;
    }

    /**
     * Adds the events that an activity source delivered.
     *
     * @param delivered the delivered events, which must not be used any more
     * @return this builder
     */
    public TraceBuilder addAll(TraceBuilder delivered) {
        columns.addAll(delivered.columns);
        return this;
    }

    /**
     * Adds events of another trace, with all their details.
     *
     * @param other the other trace
     * @param chosen selects the events to add of each track, by their indices
     * @return this builder
     */
    public TraceBuilder addEvents(Trace other, Function<Track, IntPredicate> chosen) {
        NameNumbers numbers = new NameNumbers(other.names(), columns.names);
        other.tracks().forEach(track -> track.addTo(columns, numbers, chosen.apply(track)));
        return this;
    }

    /**
     * {@return a trace without its events on tracks that are shorter than a limit} Markers, unfinished events and steps
     * are kept; the account has the others as {@link DropCause#TOO_SHORT}.
     *
     * @param whole the trace
     * @param nanos the shortest duration that is kept
     */
    public static Trace withoutShorter(Trace whole, long nanos) {
        Function<Track, IntPredicate> isKept = track ->
                event -> track.durationNanos(event) >= nanos || track.isUnfinished(event) || track.isInstant(event);
        // An empty builder numbers names as the trace does.
        Trace kept = new TraceBuilder().addEvents(whole, isKept).build();
        long left = whole.eventCount() - kept.eventCount();
        LossAccount all = whole.account();
        Map<DropCause, Long> dropped = new HashMap<>(all.dropped());
        dropped.merge(DropCause.TOO_SHORT, left, Long::sum);
        return whole.with(
                kept.tracks(),
                new LossAccount(all.begun(), all.written() - left, dropped, all.unfinished(), all.anomalies()));
    }

    /**
     * Sets whether profiling ended before the window had all its steps.
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
     * @param count number of events, 0 or more, added to the count of this cause
     * @return this builder
     */
    public TraceBuilder dropped(DropCause cause, long count) {
        columns.dropped.merge(cause, count, Long::sum);
        return this;
    }

    /**
     * Counts events marked unfinished by cause; the default cause is that the window ended.
     *
     * @param cause why their ends are not known
     * @param count number of events, 0 or more, added to the count of this cause
     * @return this builder
     */
    public TraceBuilder unfinished(UnfinishedCause cause, long count) {
        account.unfinished(cause, count);
        return this;
    }

    /**
     * Counts an oddity.
     *
     * @param anomaly the kind of oddity
     * @param count number of occurrences, 0 or more, added to the count so far
     * @return this builder
     */
    public TraceBuilder anomaly(Anomaly anomaly, long count) {
        columns.anomalies.merge(anomaly, count, Long::sum);
        return this;
    }

    /**
     * Adds to the number of events that began, as counted where they began. The default is the number of events held
     * and dropped.
     *
     * @param count number of events, 0 or more
     * @return this builder
     */
    public TraceBuilder begun(long count) {
        columns.begun = OptionalLong.of(columns.begun.orElse(0) + count);
        return this;
    }

    /**
     * {@return the trace}
     *
     * @throws IllegalArgumentException if {@link #begun} was called and the account does not add up
     */
    public Trace build() {
        List<Device> devices = columns.memory.complete(odd -> anomaly(odd, 1));
        LossAccount losses = account.complete();
        List<CounterTrack> counters = columns.counters.entrySet().stream()
                .map(counter -> new CounterTrack(counter.getKey(), counter.getValue()))
                .toList();
        List<Track> tracks = tracks();
        ClockAnchor end = columns.end != null ? columns.end : anchorAt(LastInstant.of(columns, tracks, counters));
        return new Trace(
                traceId,
                process,
                Optional.ofNullable(distributed),
                columns.start,
                end,
                partial,
                options,
                columns.names,
                tracks,
                counters,
                new MemoryEvents(columns.memory, devices),
                StackSamples.of(columns.samples),
                List.copyOf(columns.steps),
                metadata,
                losses);
    }

    private List<Track> tracks() {
        List<Track> tracks = new ArrayList<>();
        // There may be millions of tracks: each is released at once.
        for (PiecedTrack track = columns.pieced.poll(); track != null; track = columns.pieced.poll()) {
            tracks.add(new Track(track, columns.names));
        }
        columns.collected().map(Track::new).forEach(tracks::add);
        return List.copyOf(tracks);
    }

    private ClockAnchor anchorAt(long nanos) {
        return new ClockAnchor(nanos, columns.start.toEpochNanos(nanos));
    }
}
