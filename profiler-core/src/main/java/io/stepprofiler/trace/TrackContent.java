package io.stepprofiler.trace;

/**
 * Columns that at least one event of a track has, so that readers can skip the others.
 *
 * @param arguments whether any has arguments
 * @param signatures whether any has a signature
 * @param stacks whether any has a call stack
 * @param sequences whether any has a sequence number
 * @param correlations whether any has a correlation number
 */
record TrackContent(boolean arguments, boolean signatures, boolean stacks, boolean sequences, boolean correlations) {
    static final TrackContent NOTHING = new TrackContent(false, false, false, false, false);

    static TrackContent of(EventColumns events, ArgumentColumns arguments) {
        OpColumns ops = events.ops;
        return new TrackContent(
                arguments.size() > 0,
                !ops.signatures.isEmpty(),
                !ops.stacks.isEmpty(),
                !ops.sequences.isEmpty(),
                !ops.correlations.isEmpty());
    }

    TrackContent and(TrackContent other) {
        if (equals(other) || other.equals(NOTHING)) {
            return this;
        }
        return new TrackContent(
                arguments || other.arguments,
                signatures || other.signatures,
                stacks || other.stacks,
                sequences || other.sequences,
                correlations || other.correlations);
    }
}
