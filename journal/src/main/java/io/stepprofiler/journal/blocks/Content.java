package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.ThreadSegmentHeader;

/** Optional columns of a thread's events, as bits of the schema. */
enum Content {
    ARGUMENTS,
    SIGNATURES,
    STACKS,
    SEQUENCES,
    CORRELATIONS;

    static ThreadSegmentHeader.Has of(int bits) {
        return new ThreadSegmentHeader.Has(
                ARGUMENTS.isIn(bits),
                SIGNATURES.isIn(bits),
                STACKS.isIn(bits),
                SEQUENCES.isIn(bits),
                CORRELATIONS.isIn(bits));
    }

    private boolean isIn(int bits) {
        return ((bits >> SchemaNumbers.CONTENTS.of(this)) & 1) != 0;
    }

    static int bits(ThreadSegmentHeader.Has has) {
        return ARGUMENTS.bit(has.arguments())
                | SIGNATURES.bit(has.signatures())
                | STACKS.bit(has.stacks())
                | SEQUENCES.bit(has.sequences())
                | CORRELATIONS.bit(has.correlations());
    }

    private int bit(boolean has) {
        return has ? 1 << SchemaNumbers.CONTENTS.of(this) : 0;
    }
}
