package io.stepprofiler.analysis.diff;

/** Result of comparing a figure of the new side with the base. */
public enum Verdict {
    /** Better. */
    FASTER("faster", "less"),
    /** Equal within the noise. */
    SAME("same", "same"),
    /** Worse. */
    SLOWER("slower", "more"),
    /** Better, but with too few runs to be sure. */
    SUSPECTED_FASTER("suspected faster", "suspected less"),
    /** Worse, but with too few runs to be sure. */
    SUSPECTED_SLOWER("suspected slower", "suspected more"),
    /** Different, but neither better nor worse. */
    CHANGED("changed", "changed"),
    /** Undecided: the runs show neither equality nor a difference. */
    CANNOT_TELL("cannot tell", "cannot tell"),
    /** Shown without a verdict. */
    SHOWN("", ""),
    /** Not compared, since the two sides do different work. */
    NOT_COMPARABLE("not comparable", "not comparable");

    private final String ofTimes;
    private final String ofCounters;

    Verdict(String ofTimes, String ofCounters) {
        this.ofTimes = ofTimes;
        this.ofCounters = ofCounters;
    }

    /**
     * {@return the verdict in words}
     *
     * @param kind kind of the figure
     */
    public String label(DiffMetric.Kind kind) {
        return kind == DiffMetric.Kind.COUNTER ? ofCounters : ofTimes;
    }
}
