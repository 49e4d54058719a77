package io.stepprofiler.window;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the attributes of sources' spans into a trace, as arguments of its events: texts interned, all within the
 * budget of the window. Attributes that do not fit are left out and counted.
 */
public final class AttributeWriter {
    /** Bytes of an argument in the columns of a trace, which double when they are full. */
    public static final int BYTES_PER_ATTRIBUTE = 24;

    private static final int BYTES_PER_TEXT = 128;
    private static final int CACHED = 256;
    private static final int NO_ROOM = -1;

    private final TraceBuilder trace;
    private final Budget budget;
    private final int maxTexts;

    /** Ids of all keys and texts so far. */
    private final Map<String, Integer> ids = new HashMap<>();

    /** Recently used keys and texts, whose ids are in {@code cachedIds}. */
    private final @Nullable String[] cached = new String[CACHED];

    private final int[] cachedIds = new int[CACHED];

    /**
     * Creates a writer into a trace.
     *
     * @param trace trace to write into
     * @param budget budget that bytes are taken from
     * @param maxTexts maximum number of distinct keys and texts
     */
    public AttributeWriter(TraceBuilder trace, Budget budget, int maxTexts) {
        this.trace = trace;
        this.budget = budget;
        this.maxTexts = maxTexts;
    }

    /** Adds all attributes to an event that has been added. */
    public void write(Attributes attributes, TrackBuilder track, int event) {
        int count = attributes.size();
        if (count == 0) {
            return;
        }
        if (budget.takeBytes(count * BYTES_PER_ATTRIBUTE)) {
            attributes.forEach(new Arguments(track, event));
        } else {
            trace.anomaly(Anomaly.ARGUMENT_DROPPED, count);
        }
    }

    private final class Arguments implements Attributes.Visitor {
        private final TrackBuilder track;
        private final int event;

        Arguments(TrackBuilder track, int event) {
            this.track = track;
            this.event = event;
        }

        @Override
        public void number(String key, long value) {
            int id = keyId(key);
            if (id != NO_ROOM) {
                track.argument(event, id, value);
            }
        }

        @Override
        public void number(String key, double value) {
            int id = keyId(key);
            if (id != NO_ROOM) {
                track.argument(event, id, value);
            }
        }

        @Override
        public void truth(String key, boolean value) {
            int id = keyId(key);
            if (id != NO_ROOM) {
                track.argument(event, id, value);
            }
        }

        @Override
        public void text(String key, String value) {
            int id = keyId(key);
            int valueId = id == NO_ROOM ? NO_ROOM : textId(value);
            if (valueId != NO_ROOM) {
                track.textArgument(event, id, valueId);
            }
        }
    }

    private int keyId(@Nullable String key) {
        return textId(key == null || key.isEmpty() ? TraceSink.usable(key, trace) : key);
    }

    /** Returns the id of a text in the trace; {@link #NO_ROOM}, counted, if there are too many texts. */
    @SuppressWarnings("ReferenceEquality") // Identity finds constants; an equal string takes the slower way.
    private int textId(String text) {
        int hash = text.hashCode();
        int place = (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (CACHED - 1);
        if (cached[place] == text) {
            return cachedIds[place];
        }
        String kept = text.isEmpty() ? text : TraceSink.usable(text, trace);
        Integer known = ids.get(kept);
        int id = known != null ? known : add(kept);
        if (id == NO_ROOM) {
            trace.anomaly(Anomaly.ARGUMENT_DROPPED, 1);
        } else if (text.length() <= Limits.MAX_TEXT_LENGTH) {
            cached[place] = text;
            cachedIds[place] = id;
        }
        return id;
    }

    private int add(String text) {
        if (ids.size() >= maxTexts || !budget.takeBytes(BYTES_PER_TEXT + 2 * text.length())) {
            return NO_ROOM;
        }
        int id = trace.nameId(text);
        ids.put(text, id);
        return id;
    }
}
