package io.stepprofiler;

/**
 * How many items a step trains with, without which times of steps with batches of different sizes cannot be compared.
 *
 * <pre>{@code
 * BatchSize.tell(batch.size());
 * train(batch);
 * profile.step();
 * }</pre>
 *
 * <p>It is the counter {@value #COUNTER} of a trace; a step that tells several times, as where gradients of several
 * batches are accumulated, has their sum. DJL's trainers and Deeplearning4j's networks tell it by themselves where they
 * are recorded.
 */
public final class BatchSize {
    /** The name of the counter. */
    public static final String COUNTER = "batch size";

    private static final Counter SIZE = Counter.of(COUNTER);

    private BatchSize() {}

    /**
     * Tells how many items are in a batch of the step that is under way. Never throws, and costs what a {@link Counter}
     * does; for any thread.
     *
     * @param items the number; one of 0 or less is not recorded
     */
    public static void tell(long items) {
        if (items > 0) {
            SIZE.record((double) items);
        }
    }
}
