package io.stepprofiler.recording;

import io.stepprofiler.columns.CollectiveColumn;
import io.stepprofiler.columns.StepColumn;
import org.jspecify.annotations.Nullable;

/**
 * The last steps of this process, and the last collectives of steps. A step is added after its collectives.
 *
 * @param steps rows of {@link StepColumn}
 * @param collectives rows of {@link CollectiveColumn}
 */
public record StepRings(RowRing steps, RowRing collectives) {
    /** Number of steps that are kept. */
    public static final int STEPS = 1 << 13;

    /** Number of collectives that are kept. */
    public static final int COLLECTIVES = 1 << 12;

    /** Empty rings. */
    public StepRings() {
        this(
                new RowRing(STEPS, StepColumn.values().length),
                new RowRing(COLLECTIVES, CollectiveColumn.values().length));
    }

    /** Sets the thread to wake before rows are overwritten; null for none. */
    public void wake(@Nullable Thread thread) {
        steps.wake(thread);
        collectives.wake(thread);
    }
}
