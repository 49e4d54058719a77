package io.stepprofiler.benchmarks.pipeline;

import static java.util.Objects.requireNonNull;

/**
 * Operation of a rank in a step. Ranks of a tensor or sequence group count as one.
 *
 * @param copy number of the model's copy, that is, the position in the data-parallel group
 * @param stage number of the pipeline stage
 * @param step number of the step
 * @param kind the kind
 * @param chunk number of the model chunk within the stage; 0 if the stage has only one
 * @param startNanos start, on one clock for all ranks of the step
 * @param durationNanos duration, 0 or more
 */
record PipelineOperation(
        int copy, int stage, long step, PipelineKind kind, int chunk, long startNanos, long durationNanos) {
    /** Highest number of a copy, a stage, or a chunk. */
    private static final int HIGHEST = 99_999;

    PipelineOperation {
        requireNonNull(kind, "kind");
        checkNumber("copy", copy);
        checkNumber("stage", stage);
        checkNumber("chunk", chunk);
        if (durationNanos < 0) {
            throw new IllegalArgumentException("durationNanos is " + durationNanos + ", must be 0 or more");
        }
    }

    private static void checkNumber(String name, int number) {
        if (number < 0 || number > HIGHEST) {
            throw new IllegalArgumentException(name + " is " + number + ", must be 0 to " + HIGHEST);
        }
    }

    long endNanos() {
        return startNanos + durationNanos;
    }
}
