package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.trace.ContinuedEvent;
import io.stepprofiler.trace.TracePart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes what is open when a part of a trace begins, from there to its end, on tracks of its own: each event is written
 * whole in the file of an earlier part, so that its name here is another one, and sums leave it out.
 */
final class Continued {
    private final Document document;
    private final int category;
    private final int continued;
    private final int unfinished;
    private final int eventId;
    private final int before;

    Continued(Document document) {
        this.document = document;
        Texts texts = document.texts;
        category = texts.categories.id("continued");
        continued = texts.keys.id("continued");
        unfinished = texts.keys.id("unfinished");
        eventId = texts.keys.id("event id");
        before = texts.keys.id("begun before ns");
    }

    void write() throws IOException {
        Map<Long, List<ContinuedEvent>> byTrack = new LinkedHashMap<>();
        for (ContinuedEvent event :
                document.trace.part().map(TracePart::continued).orElse(List.of())) {
            byTrack.computeIfAbsent(event.trackId(), id -> new ArrayList<>()).add(event);
        }
        for (int i = 0; i < document.tracks.all().size(); i++) {
            List<ContinuedEvent> events =
                    byTrack.get(document.tracks.all().get(i).id());
            if (events != null) {
                write(i, events);
            }
        }
    }

    private void write(int track, List<ContinuedEvent> events) throws IOException {
        String name = document.tracks.name(document.tracks.all().get(track)) + " (continued)";
        long id = document.tracks.newChild(document.tracks.parentOfRows(track), name);
        Slices slices = new Slices(document.tracks.newSequence(id));
        long start = document.trace.start().monotonicNanos();
        // All begin where the part does, so that the longest ones are outermost.
        events.sort(Comparator.comparingLong((ContinuedEvent event) -> end(event, start))
                .reversed());
        for (ContinuedEvent event : events) {
            Sequence sequence = slices.begin(start + document.offset, end(event, start) + document.offset);
            sequence.name(document.texts.names.id("(continued) " + event.name()));
            sequence.category(category);
            sequence.annotate(continued, true);
            if (event.unfinished()) {
                sequence.annotate(unfinished, true);
            }
            sequence.annotate(eventId, event.id());
            sequence.annotate(before, Math.max(start - event.startNanos(), 0));
            sequence.close();
        }
        slices.finish();
    }

    private static long end(ContinuedEvent event, long start) {
        return Math.max(event.startNanos() + event.durationNanos(), start);
    }
}
