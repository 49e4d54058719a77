package io.stepprofiler.columns;

/**
 * Columns that at least one event of a track has, so that readers can skip the others.
 *
 * @param arguments whether any has arguments
 * @param signatures whether any has a signature
 * @param stacks whether any has a call stack
 * @param sequences whether any has a sequence number
 * @param correlations whether any has a correlation number
 */
public record TrackContent(
        boolean arguments, boolean signatures, boolean stacks, boolean sequences, boolean correlations) {
    /** Content of a track without any. */
    public static final TrackContent NOTHING = new TrackContent(false, false, false, false, false);

    /**
     * {@return the columns that events of a chunk have}
     *
     * @param piece the events
     */
    public static TrackContent of(Piece piece) {
        OpColumns ops = piece.events().ops;
        return new TrackContent(
                piece.arguments().size() > 0,
                !ops.signatures.isEmpty(),
                !ops.stacks.isEmpty(),
                !ops.sequences.isEmpty(),
                !ops.correlations.isEmpty());
    }

    /**
     * {@return the columns that these or other events have}
     *
     * @param other columns that the others have
     */
    public TrackContent and(TrackContent other) {
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
