package io.stepprofiler.analysis.memory;

/** How memory that is alive at the end of a window came to stay. */
public enum Retention {
    /** Allocated in at least two, and at least half, of the steps that are over: a leak, unless it has an end. */
    GROWS("grows"),
    /** Allocated before the last step, and not step after step. */
    STAYS("stays"),
    /** Allocated in the last step, or after it, and may be freed in the next. */
    RECENT("last step");

    private final String label;

    Retention(String label) {
        this.label = label;
    }

    /** {@return the retention in words, as tables and pages show it} */
    public String label() {
        return label;
    }
}
