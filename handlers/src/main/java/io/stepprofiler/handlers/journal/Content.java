package io.stepprofiler.handlers.journal;

import io.stepprofiler.trace.StretchFacts;

/** What events of a stretch have, as bits of the schema. */
enum Content {
    ARGUMENTS,
    SIGNATURES,
    STACKS,
    SEQUENCES,
    CORRELATIONS;

    boolean isIn(int bits) {
        return ((bits >> Numbers.CONTENTS.of(this)) & 1) != 0;
    }

    static int bits(StretchFacts facts) {
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
