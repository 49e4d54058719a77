package io.stepprofiler;

import io.stepprofiler.trace.Anomaly;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names that one window met as strings, numbered from 0; {@link Label}s have numbers of their own below 0.
 *
 * <p>A number of either kind is a name reference, which is what the columns of a {@link Chunk} hold. Names are kept for
 * the window only, so a program that makes up new names for ever fills no memory.
 */
final class NameTable {
    static final String UNNAMED = "(unnamed)";
    static final String TOO_MANY = "(too many names)";

    private final ConcurrentHashMap<String, Integer> ids = new ConcurrentHashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final EnumCounts<Anomaly> anomalies;
    private final int maxNames;
    private long characters;

    NameTable(EnumCounts<Anomaly> anomalies, int maxNames) {
        this.anomalies = anomalies;
        this.maxNames = maxNames;
    }

    /** The reference of a name; null, empty, very long and too many names are dealt with and counted. */
    int refOf(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            anomalies.count(Anomaly.UNNAMED);
            return intern(UNNAMED);
        }
        return intern(cut(name));
    }

    /** A text that is no longer than what is kept. */
    String cut(String text) {
        if (text.length() <= Defaults.MAX_TEXT_LENGTH) {
            return text;
        }
        anomalies.count(Anomaly.TEXT_TRUNCATED);
        return text.substring(0, Defaults.MAX_TEXT_LENGTH) + "…";
    }

    /** The name of a reference. */
    String text(int ref) {
        if (ref < 0) {
            return Label.nameOf(ref);
        }
        synchronized (this) {
            return texts.get(ref);
        }
    }

    private int intern(String name) {
        Integer known = ids.get(name);
        return known != null ? known : add(name);
    }

    private synchronized int add(String name) {
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        String kept = name;
        if (texts.size() >= maxNames || characters + name.length() > Defaults.MAX_NAME_CHARACTERS) {
            anomalies.count(Anomaly.TOO_MANY_NAMES);
            Integer common = ids.get(TOO_MANY);
            if (common != null) {
                return common;
            }
            kept = TOO_MANY;
        }
        texts.add(kept);
        characters += kept.length();
        ids.put(kept, texts.size() - 1);
        return texts.size() - 1;
    }
}
