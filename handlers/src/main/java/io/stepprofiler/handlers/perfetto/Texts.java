package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.trace.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** All texts that a file interns. */
final class Texts {
    /** Fields of {@code InternedData}. */
    private static final int CATEGORIES = 1;

    private static final int NAMES = 2;
    private static final int KEYS = 3;
    private static final int VALUES = 29;

    /** In place of a category for scopes, which are most of all events and would be longer by it. */
    static final int NO_CATEGORY = 0;

    final Dictionary categories = new Dictionary(CATEGORIES);
    final Dictionary names = new Dictionary(NAMES);
    final Dictionary keys = new Dictionary(KEYS);
    final Dictionary values = new Dictionary(VALUES);

    private final Trace trace;
    private final int[] nameIds;
    private final Map<EventKind, Integer> categoryIds = new EnumMap<>(EventKind.class);

    Texts(Trace trace) {
        this.trace = trace;
        this.nameIds = new int[trace.nameCount()];
        for (EventKind kind : EventKind.values()) {
            categoryIds.put(kind, categories.id(kind.name().toLowerCase(Locale.ROOT)));
        }
    }

    /** The number of an event's name: small for those that come first, so that it takes one byte. */
    int name(int nameId) {
        if (nameIds[nameId] == 0) {
            nameIds[nameId] = names.id(trace.name(nameId));
        }
        return nameIds[nameId];
    }

    int category(EventKind kind) {
        return kind == EventKind.SCOPE ? NO_CATEGORY : Objects.requireNonNull(categoryIds.get(kind));
    }
}
