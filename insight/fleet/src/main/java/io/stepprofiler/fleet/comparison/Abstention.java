package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.ranks.EvidenceLevel;
import java.util.ArrayList;
import java.util.List;

/** Reason why a question cannot be answered from the data. */
public enum Abstention {
    /** Fewer than two ranks can be compared. */
    FEW_RANKS("fewer than two ranks have the same steps: there is nothing to compare"),
    /** Fewer than eight steps can be compared. */
    FEW_STEPS("fewer than 8 steps are known of the same ranks: noise and slow ranks look alike"),
    /** No collective is marked, and no rank's steps are longer. */
    UNMARKED_COLLECTIVES("no collective is marked: all ranks may wait for one of them, whose steps are then as long as"
            + " theirs. Mark the collectives, or record them"),
    /** Ranks have too few peers, or steps, for the test. */
    FEW_PEERS("some ranks have too few peers in their stage, or too few steps, for a test of single ranks"),
    /** Several processes have the same rank at the same time. */
    SHARED_RANKS("several processes have the same rank at the same time: which of them is the rank is not known"),
    /** Ranks of the run have no data. */
    MISSING_RANKS("ranks of the run are missing; none of the others is slower all the time"),
    /** Ranks have data that cannot be compared. */
    LEFT_OUT("ranks are left out; none of the others is slower all the time");

    private final String sentence;

    Abstention(String sentence) {
        this.sentence = sentence;
    }

    /** Returns the reasons why an extent allows no all-clear. */
    static List<Abstention> ofAllClear(FleetComparison.Extent extent) {
        boolean isUnmarked = extent.evidence() == EvidenceLevel.STEP_TIMES && extent.untestedRanks() == 0;
        List<Abstention> reasons = new ArrayList<>();
        if (!extent.shared().isEmpty()) {
            reasons.add(SHARED_RANKS);
        }
        if (isUnmarked) {
            reasons.add(UNMARKED_COLLECTIVES);
        }
        if (extent.missingRanks() > 0) {
            reasons.add(MISSING_RANKS);
        }
        if (extent.leftOut().size() > extent.shared().size()) {
            reasons.add(LEFT_OUT);
        }
        return reasons;
    }

    /** {@return the sentence for readers of a report} */
    public String sentence() {
        return sentence;
    }
}
