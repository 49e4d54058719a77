package io.stepprofiler.trace;

/**
 * Schedule that chose the steps of a window, in words. It is part of the {@linkplain Trace#metadata metadata} of windows
 * that the profiler itself chose, so that no report advises another choice.
 */
public final class WindowSchedule {
    /** Key of the schedule in the metadata. */
    public static final String KEY = "schedule";

    private static final String AUTOMATIC = "auto:";

    private WindowSchedule() {}

    /**
     * {@return whether the profiler itself chose the steps of a window}
     *
     * @param trace the window
     */
    public static boolean isAutomatic(Trace trace) {
        MetadataValue words = trace.metadata().get(KEY);
        return words != null && isAutomatic(words.text());
    }

    /**
     * {@return whether a schedule chooses its windows by measurements}
     *
     * @param schedule the schedule, in words
     */
    public static boolean isAutomatic(String schedule) {
        return schedule.startsWith(AUTOMATIC);
    }
}
