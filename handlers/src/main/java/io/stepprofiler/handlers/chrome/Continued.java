package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.ContinuedEvent;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/**
 * Writes what is open when a part of a trace begins, from there to its end, each on a line with a comma at its end.
 *
 * <p>It is written whole in the file of an earlier part, so that viewers must not take it for one more event: the
 * category is one that none of them sums up, and the name is no step's.
 */
final class Continued {
    private static final Comparator<ContinuedEvent> LONGER_FIRST = Comparator.comparingLong(
                    (ContinuedEvent event) -> event.startNanos() + event.durationNanos())
            .reversed();

    private final Document document;

    Continued(Document document) {
        this.document = document;
    }

    void write() throws IOException {
        List<ContinuedEvent> events = document.trace
                .part()
                .map(part -> part.continued().stream().sorted(LONGER_FIRST).toList())
                .orElse(List.of());
        for (ContinuedEvent event : events) {
            write(event);
        }
    }

    private void write(ContinuedEvent event) throws IOException {
        JsonBytes out = document.out;
        long start = document.trace.start().monotonicNanos();
        long before = Math.max(start - event.startNanos(), 0);
        out.put("{\"ph\":\"X\",\"cat\":\"continued\",\"name\":" + JsonText.quoted("(continued) " + event.name()));
        out.put(document.layout.continued(event.trackId()).json());
        out.micros(start + document.base.offset());
        out.put(",\"dur\":");
        out.micros(Math.max(event.durationNanos() - before, 0));
        out.put(",\"args\":{\"" + Arguments.INDEX + "\":" + (event.id() - 1)
                + ",\"continued\":true,\"begun before ns\":"
                + before + ",\"duration ns\":" + event.durationNanos()
                + (event.unfinished() ? ",\"" + Arguments.UNFINISHED + "\":true" : "") + "}},\n");
    }
}
