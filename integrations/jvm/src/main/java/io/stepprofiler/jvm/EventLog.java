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

/** Events of a recording that were asked for, as far as there is room for them. */
final class EventLog {
    /** From this size of a recording on, the recorder may have forgotten some of it: it has 20 pieces of half a MiB. */
    private static final long RECORDERS_MEMORY = 18 << 19;

    private final EventSelection selection;
    private final boolean memoryWasFull;
    private final Map<EventRule, List<RecordedEvent>> events = new LinkedHashMap<>();
    private final List<RecordedEvent> syncs = new ArrayList<>();
    private int kept;
    private long tooMany;
    private long unreadable;

    private EventLog(EventSelection selection, boolean memoryWasFull) {
        this.selection = selection;
        this.memoryWasFull = memoryWasFull;
        // In the order of the table, whatever that of the recording.
        selection.rules().values().forEach(rule -> events.put(rule, new ArrayList<>()));
    }

    /** Reads a recording. */
    static EventLog of(Path file, EventSelection selection) throws IOException {
        EventLog log = new EventLog(selection, Files.size(file) >= RECORDERS_MEMORY);
        log.read(file);
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
                    add(rule, event);
                }
            }
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

    /** Adds the events to a trace, and notes how they were seen and what is missing. */
    void tell(long window, WindowEnds ends, ActivitySink sink) {
        List<RecordedEvent> inOrder = Stream.concat(events.values().stream().flatMap(List::stream), syncs.stream())
                .sorted(Comparator.comparingLong(event -> event.getLong("startTime")))
                .toList();
        Optional<TickScale> clock = inOrder.isEmpty()
                ? Optional.empty()
                : ClockSync.scale(window, syncs, inOrder.get(0), inOrder.get(inOrder.size() - 1));
        if (clock.isEmpty()) {
            sink.lost(Math.max(kept + tooMany, 1));
            FlightNotes.lost(sink, "the recording has no reading of the clock");
            return;
        }
        WindowReport report = new WindowReport(sink, clock.get(), ends, selection);
        events.forEach((rule, ofRule) -> ofRule.forEach(event -> tell(rule, event, report)));
        report.finish();
        sink.lost(tooMany + unreadable + (memoryWasFull ? 1 : 0));
        FlightNotes.recorded(sink, selection, clock.get().errorNanos());
        FlightNotes.losses(sink, tooMany, unreadable, report, memoryWasFull);
    }

    private void tell(EventRule rule, RecordedEvent event, WindowReport report) {
        try {
            rule.reader().read(event, report);
        } catch (RuntimeException e) {
            // An event of another shape than is known: it costs itself.
            unreadable++;
        }
    }
}
