package io.stepprofiler.trace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Remarks that belong wherever figures of a trace are shown, because they bear on them. It is part of the {@linkplain
 * Trace#metadata metadata}.
 */
public final class Remarks {
    /** The metadata that says how many windows of a profile were lost so far. */
    public static final String LOST_WINDOWS = "lost windows";

    /** The metadata that says what the profiler did beside the training while the window was open. */
    public static final String OVERLAPPED = "overlapped";

    /** The metadata that says that the journal of which the trace was made was never finished. */
    public static final String JOURNAL = "journal";

    /** The metadata that says that the journal has no head that can be read. */
    public static final String JOURNAL_HEAD = "journal head";

    /** The metadata that says which parts of the journal cannot be read. */
    public static final String JOURNAL_UNREADABLE = "journal unreadable";

    /** The metadata that says how much of the journal makes no sense. */
    public static final String JOURNAL_DAMAGED = "journal damaged";

    /** The metadata that has the errors of the profile of which the trace was made, each on a line. */
    public static final String PROFILE_ERRORS = "errors of the profile";

    /** The metadata that has the warnings of the profile of which the trace was made, each on a line. */
    public static final String PROFILE_WARNINGS = "warnings of the profile";

    private static final List<String> KEYS = List.of(
            LOST_WINDOWS,
            OVERLAPPED,
            JOURNAL,
            JOURNAL_HEAD,
            JOURNAL_UNREADABLE,
            JOURNAL_DAMAGED,
            PROFILE_ERRORS,
            PROFILE_WARNINGS);

    private Remarks() {}

    /**
     * {@return the remarks of a trace by their keys, mostly none}
     *
     * @param trace what is remarked on
     */
    public static Map<String, String> of(Trace trace) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String key : KEYS) {
            MetadataValue value = trace.metadata().get(key);
            if (value != null) {
                found.put(key, value.text());
            }
        }
        return found;
    }

    /**
     * {@return whether metadata of this key is a remark}
     *
     * @param key the key
     */
    public static boolean isKey(String key) {
        return KEYS.contains(key);
    }
}
