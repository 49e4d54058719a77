package io.stepprofiler.fleet.comparison;

/** Kind of waste: the largest unit that may be slow, down to the smallest, then the waste without a lasting place. */
public enum WasteKind {
    /** The slowest stage of the pipeline. */
    STAGE,
    /** The slowest rack, above its stage. */
    RACK,
    /** The slowest host, above its rack. */
    HOST,
    /** The slowest rank, above its host. */
    RANK,
    /** Different ranks in different steps, within the usual noise. */
    JITTER,
    /** Different ranks in different steps, each by far more than the usual noise. */
    EVENTS
}
