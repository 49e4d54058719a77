package io.stepprofiler.jvm;

import io.stepprofiler.clock.TickScale;
import io.stepprofiler.source.ActivitySink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Requested events of a recording, up to the limit of the options. */
final class EventLog {
    /**
     * A recording of this size or more may have been overwritten in part: the recorder has 20 buffers of half a MiB.
     */
    static final long RECORDERS_MEMORY = 18 << 19;

    private final EventSelection selection;
    private final long bytes;
    private final Map<EventRule, List<RecordedEvent>> events = new LinkedHashMap<>();
    private final List<RecordedEvent> syncs = new ArrayList<>();
    private int kept;
    private long tooMany;
    private long unreadable;

    /**
     * Creates an empty log.
     *
     * @param bytes size of the recording
     */
    EventLog(EventSelection selection, long bytes) {
        this.selection = selection;
        this.bytes = bytes;
        // In the order of the table, not of the recording.
        selection.rules().values().forEach(rule -> events.put(rule, new ArrayList<>()));
    }

    /** Reads a recording. */
    static EventLog of(Path file, EventSelection selection) throws IOException {
        EventLog log = new EventLog(selection, Files.size(file));
        log.read(file);
        return log;
    }

    private void read(Path file) throws IOException {
        try (RecordingFile recorded = new RecordingFile(file)) {
            while (recorded.hasMoreEvents()) {
                add(recorded.readEvent());
            }
        }
    }

    /** Adds an event if its type was requested. */
    void add(RecordedEvent event) {
        String type = event.getEventType().getName();
        EventRule rule = selection.rules().get(type);
        if (type.equals(ClockSync.NAME)) {
            syncs.add(event);
        } else if (rule != null) {
            add(rule, event);
        }
    }

    private void add(EventRule rule, RecordedEvent event) {
        if (kept < selection.options().maxEvents()) {
            events.computeIfAbsent(rule, key -> new ArrayList<>()).add(event);
            kept++;
        } else {
            tooMany++;
        }
    }

    /** Size of the recording in bytes. */
    long bytes() {
        return bytes;
    }

    /** True if the first reading of the clock is missing although others are there and the memory was not full. */
    boolean lacksBeginning(long window, int firstReading) {
        List<ClockSync.Reading> readings = ClockSync.readings(window, syncs);
        return bytes < RECORDERS_MEMORY
                && !readings.isEmpty()
                && readings.stream().noneMatch(reading -> reading.number() == firstReading);
    }

    /** Adds the events to a trace, and counts losses. */
    void report(WindowSoFar window, WindowEnds ends, ActivitySink sink) {
        FlightLosses losses = window.losses();
        Optional<TickScale> clock =
                window.clock().add(ClockSync.readings(window.number(), syncs), this::rateOfTheRecorder);
        if (clock.isEmpty()) {
            losses.piece(sink, kept + tooMany, new IOException("it has no reading of the clock"));
            return;
        }
        report(new FlightReport(sink, clock.get(), ends, selection, window));
        losses.events(sink, tooMany, unreadable);
        if (bytes >= RECORDERS_MEMORY) {
            losses.fullMemory(sink);
        }
    }

    /** Adds the events to a report, and returns the number of events that it did not take. */
    long report(FlightReport report) {
        events.forEach((rule, ofRule) -> ofRule.forEach(event -> report(rule, event, report)));
        report.finish();
        return tooMany + unreadable + report.outside;
    }

    private void report(EventRule rule, RecordedEvent event, FlightReport report) {
        try {
            rule.reader().read(event, report);
        } catch (RuntimeException e) {
            // An event of unknown shape: only this event is lost.
            unreadable++;
        }
    }

    private double rateOfTheRecorder() {
        Comparator<RecordedEvent> byStart = Comparator.comparingLong(event -> event.getLong("startTime"));
        return ClockSync.ticksPerNano(
                all().min(byStart).orElseThrow(), all().max(byStart).orElseThrow());
    }

    private Stream<RecordedEvent> all() {
        return Stream.concat(events.values().stream().flatMap(List::stream), syncs.stream());
    }
}
