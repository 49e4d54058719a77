package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.ThreadSegmentHeader;

/** Optional columns of a thread's events, as bits of the schema. */
enum Content {
    ARGUMENTS,
    SIGNATURES,
    STACKS,
    SEQUENCES,
    CORRELATIONS;

    boolean isIn(int bits) {
        return ((bits >> SchemaNumbers.CONTENTS.of(this)) & 1) != 0;
    }

    static int bits(ThreadSegmentHeader header) {
        return ARGUMENTS.bit(header.hasArguments())
                | SIGNATURES.bit(header.hasSignatures())
                | STACKS.bit(header.hasStacks())
                | SEQUENCES.bit(header.hasSequences())
                | CORRELATIONS.bit(header.hasCorrelations());
    }

    private int bit(boolean has) {
        return has ? 1 << SchemaNumbers.CONTENTS.of(this) : 0;
    }
}
