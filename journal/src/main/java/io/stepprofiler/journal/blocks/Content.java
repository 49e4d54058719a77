package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.ThreadSegmentHeader;

/** Columns that the events of a thread have, as bits of the schema. */
enum Content {
    ARGUMENTS,
    SIGNATURES,
    STACKS,
    SEQUENCES,
    CORRELATIONS;

    boolean isIn(int bits) {
        return ((bits >> Numbers.CONTENTS.of(this)) & 1) != 0;
    }

    static int bits(ThreadSegmentHeader facts) {
        return ARGUMENTS.bit(facts.hasArguments())
                | SIGNATURES.bit(facts.hasSignatures())
                | STACKS.bit(facts.hasStacks())
                | SEQUENCES.bit(facts.hasSequences())
                | CORRELATIONS.bit(facts.hasCorrelations());
    }

    private int bit(boolean has) {
        return has ? 1 << Numbers.CONTENTS.of(this) : 0;
    }
}
