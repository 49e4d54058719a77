package io.stepprofiler.trace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Remarks that must be shown with the figures of a trace, because they affect them. They are part of the {@linkplain
 * Trace#metadata metadata}.
 */
public final class Remarks {
    /** Metadata key for the number of windows that the profile has lost so far. */
    public static final String LOST_WINDOWS = "lost windows";

    /** Metadata key for the profiler's own work while the window was open. */
    public static final String OVERLAPPED = "overlapped";

    /** Metadata key for the reason why the program was not warm in the window. */
    public static final String NOT_WARM = "not warm";

    /** Metadata key for a trace of a journal that was never finished. */
    public static final String JOURNAL = "journal";

    /** Metadata key for a journal without a readable head. */
    public static final String JOURNAL_HEAD = "journal head";

    /** Metadata key for the parts of the journal that cannot be read. */
    public static final String JOURNAL_UNREADABLE = "journal unreadable";

    /** Metadata key for the damaged bytes of the journal. */
    public static final String JOURNAL_DAMAGED = "journal damaged";

    /** Metadata key of the errors in the imported profile, one on each line. */
    public static final String PROFILE_ERRORS = "errors of the profile";

    /** Metadata key of the warnings in the imported profile, one on each line. */
    public static final String PROFILE_WARNINGS = "warnings of the profile";

    private static final List<String> KEYS = List.of(
            LOST_WINDOWS,
            OVERLAPPED,
            NOT_WARM,
            JOURNAL,
            JOURNAL_HEAD,
            JOURNAL_UNREADABLE,
            JOURNAL_DAMAGED,
            PROFILE_ERRORS,
            PROFILE_WARNINGS,
            SourceFaults.FAILED);

    private Remarks() {}

    /**
     * {@return the remarks of a trace by their keys, mostly none}
     *
     * @param trace the trace
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
