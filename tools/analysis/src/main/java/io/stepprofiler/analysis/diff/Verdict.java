package io.stepprofiler.analysis.diff;

/** What can be said about a figure of the new side, held against the base. */
public enum Verdict {
    /** It is better. */
    FASTER("faster", "less"),
    /** It is the same, within the noise. */
    SAME("same", "same"),
    /** It is worse. */
    SLOWER("slower", "more"),
    /** It seems better, but there are too few runs to say so. */
    SUSPECTED_FASTER("suspected faster", "suspected less"),
    /** It seems worse, but there are too few runs to say so. */
    SUSPECTED_SLOWER("suspected slower", "suspected more"),
    /** It is another number, which is neither better nor worse. */
    CHANGED("changed", "changed"),
    /** The runs say neither that it is the same nor that it is not. */
    CANNOT_TELL("cannot tell", "cannot tell"),
    /** It is shown only. */
    SHOWN("", ""),
    /** The two sides do not do the same work. */
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
     * @param kind what is judged
     */
    public String label(DiffMetric.Kind kind) {
        return kind == DiffMetric.Kind.COUNTER ? ofCounters : ofTimes;
    }
}
