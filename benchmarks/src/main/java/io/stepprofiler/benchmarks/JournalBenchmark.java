package io.stepprofiler.benchmarks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.journal.blocks.BlockJournalFormat;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Cost of journaling the first thread of {@link MillionEvents}: half a million plain events in segments. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(JournalBenchmark.EVENTS)
public class JournalBenchmark {
    /** Events of an invocation. */
    static final int EVENTS = MillionEvents.EVENTS / 2;

    /** Events of a segment. */
    @Param({"16384", "65536"})
    int segmentEvents;

    /** Compression of events. */
    @Param({"zstd", "deflate", "none"})
    String compression;

    private final List<Segment> segments = new ArrayList<>();
    private JournalHead head;
    private Path directory;
    private JournalWriter written;
    private Journal journal;
    private Trace trace;

    /** Splits the events into segments, and writes a journal to be read. */
    @Setup
    public void cut(MillionEvents events) throws IOException {
        System.setProperty("stepprofiler.journal.compression", compression);
        Trace whole = events.trace;
        Track track = whole.tracks().get(0);
        head = new JournalHead(
                whole.id(), whole.process(), Optional.empty(), RecordingOptions.NONE, whole.start(), Map.of(), false);
        for (int from = 0; from < EVENTS; from += segmentEvents) {
            segments.add(segment(whole, track, from, Math.min(EVENTS, from + segmentEvents)));
        }
        directory = Files.createTempDirectory("journal");
        written = write();
    }

    private static Segment segment(Trace whole, Track track, int from, int to) {
        ClockAnchor start = new ClockAnchor(track.startNanos(from), 0);
        ClockAnchor end = new ClockAnchor(track.startNanos(to - 1) + track.durationNanos(to - 1), 0);
        SegmentBuilder segment = new SegmentBuilder(start, end)
                .counts(new SegmentCounts(from, Map.of(), Map.of()), new SegmentCounts(to, Map.of(), Map.of()));
        ThreadSegmentBuilder thread = segment.thread(1, track.name(), from);
        for (int i = from; i < to; i++) {
            int name = segment.beside().nameId(whole.name(track.nameId(i)));
            thread.events().add(name, track.startNanos(i), track.durationNanos(i));
        }
        return segment.build();
    }

    private JournalWriter write() throws IOException {
        JournalWriter writer = new BlockJournalFormat().create(directory, head);
        for (Segment segment : segments) {
            writer.append(segment);
        }
        return writer;
    }

    /** Opens the journal again, so that no events have been read. */
    @Setup(Level.Invocation)
    public void open() throws IOException {
        journal = written.read();
        trace = journal.assemble();
    }

    /** Closes the journal. */
    @TearDown(Level.Invocation)
    public void close() throws IOException {
        journal.close();
    }

    /** Prints the size of the journal, and removes it. */
    @TearDown
    public void delete() throws IOException {
        System.out.printf("%nThe journal takes %.2f bytes an event%n", (double) written.bytes() / EVENTS);
        written.delete();
        Files.delete(directory);
    }

    /** Writing a journal and removing it. */
    @Benchmark
    public long append() throws IOException {
        JournalWriter writer = write();
        long bytes = writer.bytes();
        writer.delete();
        return bytes;
    }

    /** Checking the blocks of a journal and assembling the trace, without its events. */
    @Benchmark
    public Trace assemble() throws IOException {
        try (Journal again = written.read()) {
            return again.assemble();
        }
    }

    /** Reading all events of a trace once. */
    @Benchmark
    public long read() {
        Track track = trace.tracks().get(0);
        long sum = 0;
        for (int i = 0; i < track.size(); i++) {
            sum += track.durationNanos(i);
        }
        return sum;
    }
}
