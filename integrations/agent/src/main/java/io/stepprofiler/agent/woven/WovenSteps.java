package io.stepprofiler.agent.woven;

import io.stepprofiler.BatchSize;

/**
 * Entry point for reports of training and its steps by woven code. Costs a few nanoseconds a call, once a step. Safe on
 * any thread; never throws.
 *
 * <p>An origin is the name of the reporter, such as a framework: a program may use one framework inside another, and
 * only one of them counts steps.
 */
public final class WovenSteps {
    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    private static volatile StepListener listener = StepListener.NONE;

    private WovenSteps() {}

    /**
     * Sets the listener.
     *
     * @param next the listener from now on
     */
    public static void listener(StepListener next) {
        listener = next;
    }

    /**
     * Reports that training is under way. The first report begins the first step; without one, the first call of {@link
     * #end} does.
     *
     * @param origin name of the reporter
     */
    public static void training(String origin) {
        try {
            listener.training(origin);
        } catch (Throwable e) {
            // The training program must not notice; the listener has reported the failure.
        }
    }

    /**
     * Reports the number of items that the current step trains with.
     *
     * @param items the number
     */
    public static void batch(long items) {
        BatchSize.record(items);
    }

    /**
     * Reports the end of a step.
     *
     * @param origin name of the reporter
     */
    public static void end(String origin) {
        try {
            listener.stepEnded(origin);
        } catch (Throwable e) {
            // The listener has reported the failure.
        }
    }

    /**
     * Enters a method whose end is the end of a step, unless it was called by such a method.
     *
     * @param origin name of the reporter
     */
    public static void enter(String origin) {
        if (DEPTH.get()[0]++ == 0) {
            training(origin);
            WovenPhases.stepBegan();
        }
    }

    /**
     * Leaves a method that was entered with {@link #enter}.
     *
     * @param origin name of the reporter
     */
    public static void exit(String origin) {
        if (--DEPTH.get()[0] == 0) {
            WovenPhases.stepEnded();
            end(origin);
        }
    }
}
