package io.stepprofiler.recording;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names that one window met as strings, numbered from 0; labels have numbers of their own below 0.
 *
 * <p>A number of either kind is a name reference, which is what the columns of a {@link Chunk} hold. Names are kept for
 * the window only and count against its budget, so a program that makes up new names for ever fills no memory.
 */
public final class NameTable {
    public static final String UNNAMED = "(unnamed)";
    static final String TOO_MANY = "(too many names)";

    private static final int UNNAMED_REF = 0;
    private static final int TOO_MANY_REF = 1;
    private static final int BYTES_PER_NAME = 128;

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

    /** The reference of a name; null, empty, very long and too many names are dealt with and counted. */
    public int refOf(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            return unnamed();
        }
        try {
            String kept = cut(name);
            Integer known = ids.get(kept);
            return known != null ? known : add(EventName.ofScope(kept));
        } catch (OutOfMemoryError e) {
            // The training program shall meet its own lack of memory, not ours.
            return tooMany();
        }
    }

    /** The reference of a name of another kind than a scope's; dealt with and counted as in {@link #refOf(String)}. */
    public int refOf(@Nullable String name, EventKind kind, @Nullable String type) {
        if (name == null || name.isEmpty()) {
            anomalies.count(Anomaly.UNNAMED);
        }
        try {
            String text = name == null || name.isEmpty() ? UNNAMED : cut(name);
            return refOf(new EventName(text, kind, type == null ? "" : cut(type)));
        } catch (OutOfMemoryError e) {
            // The training program shall meet its own lack of memory, not ours.
            return tooMany();
        }
    }

    /** The reference of what has no name, which is counted. */
    int unnamed() {
        anomalies.count(Anomaly.UNNAMED);
        return UNNAMED_REF;
    }

    /** The reference of the name of a label. */
    public int refOf(EventName name) {
        if (name.isPlain()) {
            return refOf(name.text());
        }
        try {
            Integer known = otherKinds.get(name);
            return known != null ? known : add(name);
        } catch (OutOfMemoryError e) {
            return tooMany();
        }
    }

    /** A text that is no longer than what is kept. */
    public String cut(String text) {
        if (isTooLong(text)) {
            anomalies.count(Anomaly.TEXT_TRUNCATED);
        }
        return shortened(text);
    }

    /** Whether {@link #shortened} cuts a text. */
    public static boolean isTooLong(String text) {
        return text.length() > Limits.MAX_TEXT_LENGTH;
    }

    /** A text as it is kept: cut, and marked where it was cut, if it is too long. */
    public static String shortened(String text) {
        return isTooLong(text) ? text.substring(0, Limits.MAX_TEXT_LENGTH) + "…" : text;
    }

    /** The name of a reference. */
    public EventName name(int ref) {
        if (ref < 0) {
            return LabelTable.nameOf(ref);
        }
        synchronized (this) {
            return names.get(ref);
        }
    }

    /** The text of a reference. */
    public String text(int ref) {
        return name(ref).text();
    }

    /** Keeps names from taking more than so many bytes of the budget. */
    public void limit(long most) {
        mostBytes = most;
    }

    /** Forgets all names, once none will be asked for any more. */
    public void clear() {
        full = true;
        ids.clear();
        otherKinds.clear();
        synchronized (this) {
            names.clear();
        }
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
