package io.stepprofiler.recording;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.MemoryBoundary.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Names that one window received as strings, numbered from 0; labels have numbers of their own below 0.
 *
 * <p>Both kinds of numbers are name references, which the columns of a {@link Chunk} hold. Names are kept for the
 * window only and count against its budget, so a program that creates new names for ever fills no memory.
 */
public final class NameTable {
    public static final String UNNAMED = "(unnamed)";
    static final String TOO_MANY = "(too many names)";

    private static final int UNNAMED_REF = 0;
    private static final int TOO_MANY_REF = 1;
    private static final int BYTES_PER_NAME = 128;

    private static final Operation<NameTable, String, Integer> TEXT = (table, text, a, b) -> table.addText(text);
    private static final Operation<NameTable, EventName, Integer> NAME = (table, name, a, b) -> table.add(name);
    /** Works as {@link #cut}. */
    static final Operation<NameTable, String, String> CUT = (table, text, a, b) -> table.cut(text);

    private final ConcurrentHashMap<String, Integer> ids = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<EventName, Integer> otherKinds = new ConcurrentHashMap<>();
    private final List<EventName> names =
            new ArrayList<>(List.of(EventName.ofScope(UNNAMED), EventName.ofScope(TOO_MANY)));
    private final EnumCounts<Anomaly> anomalies;
    private final Budget budget;
    private final int maxNames;
    private volatile boolean full;
    private volatile long mostBytes = Long.MAX_VALUE;
    private long bytes;

    public NameTable(EnumCounts<Anomaly> anomalies, Budget budget, int maxNames) {
        this.anomalies = anomalies;
        this.budget = budget;
        this.maxNames = maxNames;
    }

    /** Returns a name's reference; replaces and counts null, empty, very long and too many names. */
    public int refOf(@Nullable String name) {
        return name == null || name.isEmpty() ? unnamed() : findText(name);
    }

    /**
     * Returns the reference of a name that is not a scope's; counts as {@link #refOf(String)} does, but passes an
     * {@link OutOfMemoryError} on.
     */
    public int refOf(@Nullable String name, EventKind kind, @Nullable String type) {
        if (name == null || name.isEmpty()) {
            anomalies.count(Anomaly.UNNAMED);
        }
        String text = name == null || name.isEmpty() ? UNNAMED : cut(name);
        return refOf(new EventName(text, kind, type == null ? "" : cut(type)));
    }

    /** Counts a missing name and returns its reference. */
    int unnamed() {
        anomalies.count(Anomaly.UNNAMED);
        return UNNAMED_REF;
    }

    /** Returns the reference of a label's name. */
    public int refOf(EventName name) {
        if (name.isPlain()) {
            return refOf(name.text());
        }
        Integer known = otherKinds.get(name);
        return known != null ? known : orTooMany(MemoryBoundary.run(NAME, this, name, 0, 0));
    }

    private int findText(String text) {
        Integer known = ids.get(text); // A text that is too long is not known yet.
        if (known != null) {
            return known;
        }
        return full && !isTooLong(text) ? tooMany() : orTooMany(MemoryBoundary.run(TEXT, this, text, 0, 0));
    }

    private int orTooMany(@Nullable Integer ref) {
        if (ref != null) {
            return ref;
        }
        full = true; // R7: events are kept, without new names.
        return tooMany();
    }

    /** Returns {@link #shortened} of a text, and counts it if it was too long. */
    public String cut(String text) {
        if (isTooLong(text)) {
            anomalies.count(Anomaly.TEXT_TRUNCATED);
        }
        return shortened(text);
    }

    /** True if {@link #shortened} shortens a text. */
    public static boolean isTooLong(String text) {
        return text.length() > Limits.MAX_TEXT_LENGTH;
    }

    /** Returns a text as it is kept: shortened and marked by an ellipsis if it is too long. */
    public static String shortened(String text) {
        return isTooLong(text) ? text.substring(0, Limits.MAX_TEXT_LENGTH) + "…" : text;
    }

    /** Returns the name of a reference. */
    public EventName name(int ref) {
        if (ref < 0) {
            return LabelTable.nameOf(ref);
        }
        synchronized (this) {
            return names.get(ref);
        }
    }

    /** Returns the text of a reference. */
    public String text(int ref) {
        return name(ref).text();
    }

    /** Limits the bytes of the budget that names take. */
    public void limit(long most) {
        mostBytes = most;
    }

    /** Forgets all names, none of which may be requested any more. */
    public void clear() {
        full = true;
        ids.clear();
        otherKinds.clear();
        synchronized (this) {
            names.clear();
        }
    }

    private int addText(String text) {
        String kept = cut(text);
        Integer known = ids.get(kept);
        return known != null ? known : add(EventName.ofScope(kept));
    }

    private int add(EventName name) {
        return full ? tooMany() : addUnlessFull(name);
    }

    private synchronized int addUnlessFull(EventName name) {
        boolean plain = name.isPlain();
        Integer known = plain ? ids.get(name.text()) : otherKinds.get(name);
        if (known != null) {
            return known;
        }
        int size = BYTES_PER_NAME + 2 * (name.text().length() + name.type().length());
        if (names.size() - 2 >= maxNames || bytes + size > mostBytes || !budget.takeBytes(size)) {
            full = true;
            return tooMany();
        }
        bytes += size;
        names.add(name);
        int ref = names.size() - 1;
        if (plain) {
            ids.put(name.text(), ref);
        } else {
            otherKinds.put(name, ref);
        }
        return ref;
    }

    private int tooMany() {
        anomalies.count(Anomaly.TOO_MANY_NAMES);
        return TOO_MANY_REF;
    }
}
