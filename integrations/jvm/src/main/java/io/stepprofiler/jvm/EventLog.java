package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivitySink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What a recording holds of the events that were asked for, as far as there is room for it. */
final class EventLog {
    /** An event, and what becomes of it. */
    private record Kept(RecordedEvent event, EventRule rule) {
        void tell(WindowReport report) {
            rule.reader().read(event, report);
        }
    }

    private final EventSelection selection;
    private final List<Kept> events = new ArrayList<>();
    private final List<RecordedEvent> syncs = new ArrayList<>();
    private long tooMany;
    private long unreadable;

    private EventLog(EventSelection selection) {
        this.selection = selection;
    }

    /** Reads a recording that has ended, by way of a temporary file that only this user can read. */
    static EventLog of(Recording recording, EventSelection selection) throws IOException {
        EventLog log = new EventLog(selection);
        Path file = Files.createTempFile("step-profiler-", ".jfr");
        try {
            recording.dump(file);
            log.read(file);
        } finally {
            Files.deleteIfExists(file);
        }
        return log;
    }

    private void read(Path file) throws IOException {
        try (RecordingFile recorded = new RecordingFile(file)) {
            while (recorded.hasMoreEvents()) {
                RecordedEvent event = recorded.readEvent();
                String type = event.getEventType().getName();
                EventRule rule = selection.rules().get(type);
                if (type.equals(ClockSync.NAME)) {
                    syncs.add(event);
                } else if (rule != null) {
                    add(new Kept(event, rule));
                }
            }
        }
    }

    private void add(Kept event) {
        if (events.size() < selection.options().maxEvents()) {
            events.add(event);
        } else {
            tooMany++;
        }
    }

    /** Adds the events to a trace, and notes how they were seen and what is missing. */
    void tell(long window, WindowEnds ends, ActivitySink sink) {
        Optional<TickClock> clock = events.stream()
                .map(Kept::event)
                .max(Comparator.comparingLong(event -> event.getLong("startTime")))
                .or(() -> syncs.stream().findFirst())
                .flatMap(last -> TickClock.of(window, syncs, last));
        if (clock.isEmpty()) {
            sink.lost(Math.max(events.size() + tooMany, 1));
            FlightNotes.lost(sink, "the recording has no reading of the clock");
            return;
        }
        WindowReport report = new WindowReport(sink, clock.get(), ends, selection);
        for (Kept kept : events) {
            try {
                kept.tell(report);
            } catch (RuntimeException e) {
                // An event of another shape than is known: it costs itself.
                unreadable++;
            }
        }
        long lostBytes = report.finish();
        sink.lost(tooMany + unreadable);
        FlightNotes.recorded(sink, selection, clock.get().errorNanos());
        FlightNotes.losses(sink, tooMany, unreadable, lostBytes);
    }
}
