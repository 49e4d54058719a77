package io.stepprofiler;

import io.stepprofiler.ledger.StepValue;

/**
 * Number of items that a step trains with, which makes steps with batches of different sizes comparable.
 *
 * <pre>{@code
 * BatchSize.record(batch.size());
 * train(batch);
 * profile.step();
 * }</pre>
 *
 * <p>Recorded as the counter {@value #COUNTER} of a trace, and for each step in the {@linkplain
 * io.stepprofiler.ledger.StepLedger step ledger}. A step with several calls, such as one that accumulates the
 * gradients of several batches, has their sum. DJL's trainers and Deeplearning4j's networks report it themselves if
 * they are recorded.
 */
public final class BatchSize {
    /** The name of the counter. */
    public static final String COUNTER = StepValue.BATCH_COUNTER;

    private static final Counter SIZE = Counter.of(COUNTER);

    private BatchSize() {}

    /**
     * Records the number of items in a batch of the current step. Never throws, and costs an atomic addition more
     * than a {@link Counter}; for any thread.
     *
     * @param items number of items; 0 or less is not recorded
     */
    public static void record(long items) {
        if (items > 0) {
            SIZE.record((double) items);
            ProcessSteps.batch(items);
        }
    }
}
