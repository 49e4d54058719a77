package io.stepprofiler.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The immutable result of one recording window.
 *
 * <p>Times are nanoseconds on the monotonic clock of the process; {@link #start()} ties them to the wall clock. Events
 * are kept as columns of primitives, 20 bytes each, and become objects when {@link #events()} is read. Safe on any
 * thread; it may be kept, read and exported any number of times, also after its profile has been closed.
 */
public final class Trace {
    private final String id;
    private final ProcessInfo process;
    private final Optional<DistributedInfo> distributed;
    private final ClockAnchor start;
    private final ClockAnchor end;
    private final boolean partial;
    private final NameList names;
    private final List<Track> tracks;
    private final List<CounterTrack> counters;
    private final List<StepMark> steps;
    private final Map<String, MetadataValue> metadata;
    private final LossAccount account;

    Trace(
            String id,
            ProcessInfo process,
            Optional<DistributedInfo> distributed,
            ClockAnchor start,
            ClockAnchor end,
            boolean partial,
            NameList names,
            List<Track> tracks,
            List<CounterTrack> counters,
            List<StepMark> steps,
            Map<String, MetadataValue> metadata,
            LossAccount account) {
        this.id = id;
        this.process = process;
        this.distributed = distributed;
        this.start = start;
        this.end = end;
        this.partial = partial;
        this.names = names;
        this.tracks = tracks;
        this.counters = counters;
        this.steps = steps;
        this.metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        this.account = account;
    }

    /** {@return the trace's own id, 32 hexadecimal digits in upper case; a new one for each window} */
    public String id() {
        return id;
    }

    /** {@return the process that was recorded} */
    public ProcessInfo process() {
        return process;
    }

    /** {@return which worker of a distributed run the process is, if it is known to be one} */
    public Optional<DistributedInfo> distributedInfo() {
        return distributed;
    }

    /** {@return where the window begins, on both clocks} */
    public ClockAnchor start() {
        return start;
    }

    /** {@return where the window ends, on both clocks} */
    public ClockAnchor end() {
        return end;
    }

    /** {@return whether profiling ended before the window had all its steps} */
    public boolean isPartial() {
        return partial;
    }

    /** {@return the threads, in the order in which they were first seen, then the lanes of activity sources} */
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

    /** {@return what became of every event that began} */
    public LossAccount account() {
        return account;
    }

    /**
     * {@return the text that a name id of a track stands for}
     *
     * @param nameId number of the text, 0 to {@link #nameCount()} - 1
     */
    public String name(int nameId) {
        return names.text(nameId);
    }

    /** {@return the number of name ids; they count from 0} */
    public int nameCount() {
        return names.size();
    }

    /** {@return the number of events on all tracks} */
    public int eventCount() {
        return tracks.stream().mapToInt(Track::size).sum();
    }

    /** {@return the events, track by track, as a list that makes each object when it is read and keeps none} */
    public List<TraceEvent> events() {
        List<Track> all = tracks;
        int size = eventCount();
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
     * Writes the trace to a file in the format that the file's name asks for, such as {@code trace.json.gz}.
     *
     * <p>The formats are those of the {@link TraceExporter}s on the class or module path. The file is written beside its
     * name and renamed at the end, replacing an older one; its directory is created.
     *
     * @param file the file to write; the ending of its name chooses the format
     * @throws IllegalArgumentException if no exporter knows the name's ending
     * @throws IOException if the file cannot be written
     */
    public void export(Path file) throws IOException {
        TraceExporter exporter = Exporters.forFile(file);
        TraceFile.replace(file, out -> exporter.export(this, file.getFileName().toString(), out));
    }

    @Override
    public String toString() {
        return "Trace[" + id + ", " + tracks.size() + " tracks, " + eventCount() + " events, " + steps.size()
                + " steps]";
    }
}
