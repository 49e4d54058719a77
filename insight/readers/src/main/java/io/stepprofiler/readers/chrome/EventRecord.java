package io.stepprofiler.readers.chrome;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One event as it is in the file; used again for the next one, unless it is kept. */
final class EventRecord {
    static final long NONE = -1;

    /** Phase of an entry without one. */
    static final char NO_PHASE = 0;

    char phase;
    String category = "";
    String name = "";
    long pid;
    String pidText = "";
    long tid;
    String tidText = "";
    /** {@link Micros#INVALID} if there is none. */
    long start;

    boolean hasDuration;
    /** {@link Micros#INVALID} if it is no number. */
    long duration;

    String id = "";
    String scope = "";
    /** Reach of an instant. */
    String reach = "";

    /** The frame of a sample. */
    String frame = "";

    long weight;
    /** True if it has no member. */
    boolean isEmpty;
    /** True if it is not to be used again. */
    boolean isKept;

    final ArgumentList arguments = new ArgumentList();
    final OperandLists operands = new OperandLists();

    private final long[] numbers = new long[KnownArgument.values().length];
    private final Map<KnownArgument, String> texts = new EnumMap<>(KnownArgument.class);
    private final Set<KnownArgument> present = EnumSet.noneOf(KnownArgument.class);

    void clear() {
        phase = NO_PHASE;
        category = "";
        name = "";
        pid = 0;
        pidText = "";
        tid = 0;
        tidText = "";
        start = Micros.INVALID;
        hasDuration = false;
        duration = 0;
        id = "";
        scope = "";
        reach = "";
        frame = "";
        weight = 0;
        isEmpty = true;
        arguments.clear();
        operands.clear();
        present.clear();
        texts.clear();
    }

    boolean has(KnownArgument key) {
        return present.contains(key);
    }

    /** A number that is 0 or more, or {@link #NONE}. */
    @SuppressWarnings("EnumOrdinal") // A column for each.
    long number(KnownArgument key) {
        return present.contains(key) ? Math.max(numbers[key.ordinal()], NONE) : NONE;
    }

    /** A text, empty if there is none. */
    String text(KnownArgument key) {
        return texts.getOrDefault(key, "");
    }

    @SuppressWarnings("EnumOrdinal") // A column for each.
    void set(KnownArgument key, long value) {
        present.add(key);
        numbers[key.ordinal()] = value;
    }

    void set(KnownArgument key, String value) {
        present.add(key);
        texts.put(key, value);
    }

    /** All that the file says of it, to be compared. */
    List<Object> content() {
        List<Object> content = new ArrayList<>(List.of(phase, category, name, key(), start, duration, hasDuration));
        content.addAll(List.of(id, scope, reach, frame, weight, operands.signature("", NONE), Map.copyOf(texts)));
        present.forEach(key -> content.addAll(List.of(key, number(key))));
        arguments.addTo(content);
        return content;
    }

    boolean hasArguments() {
        return arguments.size() > 0 || !present.isEmpty();
    }

    RowKey key() {
        return new RowKey(pid, pidText, tid, tidText);
    }

    boolean isOn(RowKey key) {
        return pid == key.pid() && tid == key.tid() && pidText.equals(key.pidText()) && tidText.equals(key.tidText());
    }
}
