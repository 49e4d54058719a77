package io.stepprofiler.trace;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.NameTables;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.Names;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.services.FoundServices;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The immutable result of one recording window.
 *
 * <p>Times are nanoseconds on the monotonic clock of the process; {@link #start()} ties them to the wall clock. Events
 * are kept as columns of primitives, 20 bytes each and more for details of operations, and become objects when {@link
 * #events()} is read. Safe on any thread; it may be kept, read and exported any number of times, also after its profile
 * has been closed.
 */
public final class Trace implements Names {
    private final String id;
    private final ProcessInfo process;
    private final Optional<DistributedInfo> distributed;
    private final ClockAnchor start;
    private final ClockAnchor end;
    private final boolean partial;
    private final RecordingOptions options;
    private final NameTables names;
    private final List<Track> tracks;
    private final List<CounterTrack> counters;
    private final MemoryEvents memory;
    private final StackSamples samples;
    private final List<StepMark> steps;
    private final Map<String, MetadataValue> metadata;
    private final LossAccount account;
    private final EventIds ids;

    Trace(
            String id,
            ProcessInfo process,
            Optional<DistributedInfo> distributed,
            ClockAnchor start,
            ClockAnchor end,
            boolean partial,
            RecordingOptions options,
            NameTables names,
            List<Track> tracks,
            List<CounterTrack> counters,
            MemoryEvents memory,
            StackSamples samples,
            List<StepMark> steps,
            Map<String, MetadataValue> metadata,
            LossAccount account) {
        this.id = id;
        this.process = process;
        this.distributed = distributed;
        this.start = start;
        this.end = end;
        this.partial = partial;
        this.options = options;
        this.names = names;
        this.tracks = tracks;
        this.counters = counters;
        this.memory = memory;
        this.samples = samples;
        this.steps = steps;
        this.metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        this.account = account;
        ids = EventIds.of(tracks, steps.size());
    }

    /** A slice of a trace, which shares everything else with it. */
    Trace(
            Trace whole,
            EventIds ids,
            ClockAnchor start,
            ClockAnchor end,
            List<Track> tracks,
            List<CounterTrack> counters,
            MemoryEvents memory,
            StackSamples samples,
            List<StepMark> steps,
            Map<String, MetadataValue> metadata,
            LossAccount account) {
        id = whole.id;
        process = whole.process;
        distributed = whole.distributed;
        this.start = start;
        this.end = end;
        partial = whole.partial;
        options = whole.options;
        names = whole.names;
        this.tracks = tracks;
        this.counters = counters;
        this.memory = memory;
        this.samples = samples;
        this.steps = steps;
        this.metadata = Collections.unmodifiableMap(metadata);
        this.account = account;
        this.ids = ids;
    }

    /**
     * {@return the trace's own id, a new one for each window: the result of the profile's callback, or else 32
     * hexadecimal digits in upper case}
     */
    public String id() {
        return id;
    }

    /** {@return the process that was recorded} */
    public ProcessInfo process() {
        return process;
    }

    /** {@return the process's place in a distributed run, if known} */
    public Optional<DistributedInfo> distributedInfo() {
        return distributed;
    }

    /** {@return the start of the window, on both clocks} */
    public ClockAnchor start() {
        return start;
    }

    /** {@return the end of the window, on both clocks} */
    public ClockAnchor end() {
        return end;
    }

    /** {@return whether profiling ended before the window had all its steps} */
    public boolean isPartial() {
        return partial;
    }

    /**
     * {@return the threads, in the order in which they were first seen, then the lanes of activity sources and the
     * streams of devices}
     */
    public List<Track> tracks() {
        return tracks;
    }

    /** {@return the counters, in the order in which they were first seen} */
    public List<CounterTrack> counters() {
        return counters;
    }

    /** {@return the step marks, in the order of the steps; empty if the profile had no schedule} */
    public List<StepMark> steps() {
        return steps;
    }

    /** {@return the metadata, in the order in which it was set} */
    public Map<String, MetadataValue> metadata() {
        return metadata;
    }

    /** {@return the account of every event that began} */
    public LossAccount account() {
        return account;
    }

    @Override
    public int nameCount() {
        return names.nameCount();
    }

    @Override
    public String name(int nameId) {
        return names.name(nameId);
    }

    @Override
    public EventKind kind(int nameId) {
        return names.kind(nameId);
    }

    @Override
    public String moduleType(int nameId) {
        return names.moduleType(nameId);
    }

    @Override
    public String domain(int nameId) {
        return names.domain(nameId);
    }

    @Override
    public MarkerScope markerScope(int nameId) {
        return names.markerScope(nameId);
    }

    @Override
    public int signatureCount() {
        return names.signatureCount();
    }

    @Override
    public OpSignature signature(int signatureId) {
        return names.signature(signatureId);
    }

    @Override
    public int stackCount() {
        return names.stackCount();
    }

    @Override
    public List<StackTraceElement> stack(int stackId) {
        return names.stack(stackId);
    }

    /** {@return the memory events, in the order of time} */
    public MemoryEvents memory() {
        return memory;
    }

    /** {@return the samples of call stacks, in the order of time} */
    public StackSamples samples() {
        return samples;
    }

    /** {@return the details that were to be recorded about each event} */
    public RecordingOptions options() {
        return options;
    }

    /**
     * {@return the id of one event, the same in every file written from this trace or its slices: from 1, track by
     * track, then the steps, in their order, and then the memory events}
     *
     * @param track index of the track in {@link #tracks()}; the number of tracks for the steps
     * @param event index of the event on it, or of the step in {@link #steps()}; for a memory event the number of steps
     *     and its index in {@link #memory()}, added up
     */
    public long eventId(int track, int event) {
        return ids.of(track, event);
    }

    EventIds ids() {
        return ids;
    }

    NameTables names() {
        return names;
    }

    /**
     * {@return the part of this trace that begins in {@code [fromNanos, toNanos)}}
     *
     * <p>It is a view that copies none of the events on tracks. An event belongs to the slice in which it begins, with
     * its whole duration and the id that it has here. Counters, memory events, samples and steps belong where they
     * happen or begin. Tracks without any of these are left out. The accounts of slices that cover all time without
     * overlap add up to this trace's account: dropped events and anomalies are in the slice in which the window ends.
     * Takes one pass over all events.
     *
     * @param fromNanos its first instant, in nanoseconds on the clock of the trace
     * @param toNanos the first instant after it
     * @throws IllegalArgumentException if it ends before it begins
     */
    public Trace slice(long fromNanos, long toNanos) {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException(
                    "toNanos = " + toNanos + " is not allowed: must not be before fromNanos = " + fromNanos);
        }
        return TraceSlicer.slice(this, fromNanos, toNanos);
    }

    /**
     * {@return this trace with other steps, a view that copies no event}
     *
     * @param others the steps, in their order
     */
    public Trace withSteps(List<StepMark> others) {
        List<StepMark> copy = List.copyOf(others);
        EventIds renumbered = EventIds.of(tracks, copy.size());
        return new Trace(this, renumbered, start, end, tracks, counters, memory, samples, copy, metadata, account);
    }

    /**
     * {@return this trace with another entry of metadata, a view that copies no event}
     *
     * @param key key of the entry
     * @param value value of the entry
     */
    public Trace withMetadata(String key, MetadataValue value) {
        Map<String, MetadataValue> all = new LinkedHashMap<>(metadata);
        all.put(key, value);
        return new Trace(this, ids, start, end, tracks, counters, memory, samples, steps, all, account);
    }

    Trace with(List<Track> others, LossAccount rest) {
        EventIds numbers = EventIds.of(others, steps.size());
        return new Trace(this, numbers, start, end, others, counters, memory, samples, steps, metadata, rest);
    }

    /** {@return the number of events on all tracks} */
    public long eventCount() {
        return tracks.stream().mapToLong(Track::size).sum();
    }

    /**
     * {@return the events, track by track, as a list that makes each object when it is read and keeps none} Events
     * beyond index {@link Integer#MAX_VALUE} can only be streamed.
     */
    public List<TraceEvent> events() {
        List<Track> all = tracks;
        int size = (int) Math.min(eventCount(), Integer.MAX_VALUE);
        return new AbstractList<>() {
            @Override
            public TraceEvent get(int index) {
                int rest = index;
                for (Track track : all) {
                    if (rest < track.size()) {
                        return track.event(rest);
                    }
                    rest -= track.size();
                }
                throw new IndexOutOfBoundsException("index " + index + " of " + size);
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public Stream<TraceEvent> stream() {
                return all.stream()
                        .flatMap(track -> IntStream.range(0, track.size()).mapToObj(track::event));
            }
        };
    }

    /**
     * Writes the trace to a file in the format that its name selects, such as {@code trace.json.gz}.
     *
     * <p>Each {@link TraceExporter} on the class or module path provides a format. The file is written under a
     * temporary name and renamed at the end, replacing an older one; its directory is created.
     *
     * @param file the file to write; the ending of its name chooses the format
     * @throws IllegalArgumentException if no exporter knows the name's ending
     * @throws IOException if the file cannot be written
     */
    public void export(Path file) throws IOException {
        export(file, ExportOptions.DEFAULT);
    }

    /**
     * Writes the trace to a file, as {@link #export(Path)} does, and reports the progress.
     *
     * @param file the file to write; the ending of its name chooses the format
     * @param options the listener to the progress
     * @throws IllegalArgumentException if no exporter knows the name's ending
     * @throws IOException if the file cannot be written
     */
    public void export(Path file, ExportOptions options) throws IOException {
        Path last = file.getFileName();
        TraceExporter exporter = Exporters.choose(
                last == null ? "" : last.toString(),
                FoundServices.all(loader -> ServiceLoader.load(TraceExporter.class, loader)),
                TraceExporter::suffixes);
        ExportMeter meter = options.meter(account.held());
        meter.begin(file, account.held(), 1, 1);
        TraceFile.replace(file, out -> exporter.export(this, file.getFileName().toString(), out, meter));
        meter.end();
    }

    @Override
    public String toString() {
        long unfinished = steps.stream().filter(StepMark::unfinished).count();
        return "Trace[" + OneLine.of(id) + ", " + tracks.size() + " tracks, " + eventCount() + " events, "
                + (steps.size() - unfinished) + " steps"
                + (unfinished > 0 ? " and " + unfinished + " unfinished]" : "]");
    }
}
