package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.rules.Thresholds;

/** Rules about the ranks of a run, which no single window shows. The comparison of the fleet checks them. */
public enum RankRules {
    /** A stage of the pipeline is slower than the mean rank. */
    STAGE("slow-stage", "Slow stage", new Thresholds(0.05, 0.1)),
    /** A rank, host or rack is slower than its peers in window after window. */
    STRAGGLER("straggler-rank", "Straggler", new Thresholds(0.03, 0.03)),
    /** The steps of most ranks are as long as their batches are large. */
    BATCHES("uneven-batches", "Uneven batches", new Thresholds(0.8, 0.8));

    private final String id;
    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // A record of numbers.
    private final Thresholds thresholds;

    RankRules(String id, String title, Thresholds thresholds) {
        this.id = id;
        this.title = title;
        this.thresholds = thresholds;
    }

    /** {@return its name in options and files, such as {@code straggler-rank}} */
    public String id() {
        return id;
    }

    /** {@return its name for people, such as {@code Straggler}} */
    public String title() {
        return title;
    }

    /** {@return the figures from which on it reports a finding; a warning may need more} */
    public Thresholds thresholds() {
        return thresholds;
    }
}
