package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.Locale;

/** All texts that a file interns. */
final class InternedStrings {
    /** Fields of {@code InternedData}. */
    private static final int CATEGORIES = 1;

    private static final int NAMES = 2;
    private static final int KEYS = 3;
    private static final int VALUES = 29;

    /** No category, for scopes, which are most events and would become longer; no type, for all names but modules. */
    static final int NONE = 0;

    final InternedTexts categories = new InternedTexts(CATEGORIES);
    final InternedTexts names = new InternedTexts(NAMES);
    final InternedTexts keys = new InternedTexts(KEYS);
    final InternedTexts values = new InternedTexts(VALUES);

    private final Trace trace;
    /** Numbers of the name, of the category and of the type of a module, by name id. */
    private final int[] nameIds;

    private final int[] categoryIds;
    private final int[] typeIds;

    InternedStrings(Trace trace) {
        this.trace = trace;
        this.nameIds = new int[trace.nameCount()];
        this.categoryIds = new int[trace.nameCount()];
        this.typeIds = new int[trace.nameCount()];
    }

    /** The number of an event's name; the first names have small numbers, which take one byte. */
    int name(int nameId) {
        if (nameIds[nameId] == NONE) {
            enter(nameId);
        }
        return nameIds[nameId];
    }

    /** The number of the category of an event whose name was requested before. */
    int category(int nameId) {
        return categoryIds[nameId];
    }

    /** The number of the value that is the type of a module whose name was requested before. */
    int moduleType(int nameId) {
        return typeIds[nameId];
    }

    private void enter(int nameId) {
        EventKind kind = trace.kind(nameId);
        String type = trace.moduleType(nameId);
        nameIds[nameId] = names.id(trace.name(nameId));
        categoryIds[nameId] =
                kind == EventKind.SCOPE ? NONE : categories.id(kind.name().toLowerCase(Locale.ROOT));
        typeIds[nameId] = type.isEmpty() ? NONE : values.id(type);
    }
}
