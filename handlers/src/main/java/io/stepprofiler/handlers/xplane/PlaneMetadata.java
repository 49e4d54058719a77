package io.stepprofiler.handlers.xplane;

import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Metadata, names of stats and other texts to which the events of one plane refer by number, from 1. */
final class PlaneMetadata {
    private record Named(String name, String displayName) {}

    private final Map<String, Integer> textIds = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    /** Encoded metadata of events, each a whole message. */
    private final List<byte[]> events = new ArrayList<>();

    private final Map<Named, Integer> named = new HashMap<>();

    /** The number of a stat by its name, or of a text that stats refer to. */
    int text(String text) {
        Integer known = textIds.get(text);
        if (known != null) {
            return known;
        }
        texts.add(text);
        textIds.put(text, texts.size());
        return texts.size();
    }

    /** Adds metadata, even if there is the same already, and returns its number. */
    int event(String name, String displayName, Consumer<Stats> stats) {
        WireWriter metadata = new WireWriter();
        metadata.present(XSpaceFields.METADATA_ID, events.size() + 1L);
        metadata.text(XSpaceFields.METADATA_NAME, name);
        if (!displayName.equals(name)) {
            metadata.text(XSpaceFields.METADATA_DISPLAY_NAME, displayName);
        }
        stats.accept(new Stats(metadata, XSpaceFields.METADATA_STAT));
        events.add(metadata.toByteArray());
        return events.size();
    }

    /** The number of metadata with a name only. */
    int event(String name) {
        return event(name, name);
    }

    /** The number of metadata with a name and another name that viewers show. */
    int event(String name, String displayName) {
        return named.computeIfAbsent(new Named(name, displayName), any -> event(name, displayName, stats -> {}));
    }

    void write(MessageStream to) throws IOException {
        for (int i = 0; i < events.size(); i++) {
            int entry = beginEntry(XSpaceFields.PLANE_EVENT_METADATA, i + 1, to.out());
            to.out().present(XSpaceFields.VALUE, events.get(i));
            to.out().end(entry);
            to.flushIfFull();
        }
        for (int i = 0; i < texts.size(); i++) {
            int entry = beginEntry(XSpaceFields.PLANE_STAT_METADATA, i + 1, to.out());
            int metadata = to.out().begin(XSpaceFields.VALUE);
            to.out().present(XSpaceFields.METADATA_ID, i + 1L);
            to.out().text(XSpaceFields.METADATA_NAME, texts.get(i));
            to.out().end(metadata);
            to.out().end(entry);
            to.flushIfFull();
        }
    }

    private static int beginEntry(int field, int key, WireWriter out) {
        int entry = out.begin(field);
        out.present(XSpaceFields.KEY, key);
        return entry;
    }
}
