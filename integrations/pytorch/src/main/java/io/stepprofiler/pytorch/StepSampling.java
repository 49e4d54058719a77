package io.stepprofiler.pytorch;

import io.stepprofiler.nativeaccess.torch.TorchWindow;
import java.util.StringJoiner;

/**
 * Selection of the recorded steps of a window: the first, and every n-th after it. Used by the thread that steps,
 * except for the count of steps that are not recorded, which another thread takes.
 */
final class StepSampling {
    private static final int MAX_NAMED = 20;

    private final int every;
    private final TorchWindow window;
    private final StringJoiner named = new StringJoiner(", ");
    private long begun;
    private long recorded;
    private boolean isListening = true;
    private volatile long notRecorded;
    private long taken;

    StepSampling(int every, TorchWindow window) {
        this.every = every;
        this.window = window;
    }

    void stepBegan(long step) {
        // N2: all operations of a chosen step, since callbacks are most of the cost.
        boolean isChosen = begun++ % every == 0;
        if (isChosen && recorded++ < MAX_NAMED) {
            named.add(Long.toString(step));
        }
        notRecorded = begun - recorded;
        if (isChosen != isListening) {
            window.listen(isChosen);
            isListening = isChosen;
        }
    }

    /** Number of steps that have not been recorded, since the last call. */
    long takeNotRecorded() {
        long before = taken;
        taken = notRecorded;
        return taken - before;
    }

    /** Text for the metadata; empty if all steps are recorded. */
    String describe() {
        if (every == 1 || begun == 0) {
            return "";
        }
        return "one step in " + every + ": " + recorded + " of " + begun + ", steps " + named
                + (recorded > MAX_NAMED ? " and so on" : "")
                + "; the others have no operations, and only memory of the thread that steps";
    }
}
