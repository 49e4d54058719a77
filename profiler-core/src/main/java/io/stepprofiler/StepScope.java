package io.stepprofiler;

import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.recording.Mirror;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.StepMarks;
import io.stepprofiler.recording.Window;
import org.jspecify.annotations.Nullable;

/**
 * Scope that is a step of the training, for loops that number their steps themselves and do not call {@link
 * Profile#step()}.
 *
 * <pre>{@code
 * for (long step = 0; step < steps; step++) {
 *     try (StepScope ignored = StepScope.open("train", step)) {
 *         train(batches.next());
 *     }
 * }
 * }</pre>
 *
 * <p>In a profile without a schedule it is a step mark of the trace, and so a step in every file and table, besides the
 * scope of its name. Threads may have steps open at the same time. A step inside another step of the same thread is
 * only a scope, as is every {@code StepScope} in a profile with a schedule, where {@code step()} marks the steps.
 *
 * <p>Never throws. Costs an object and a lock of the window, which only steps take; next to nothing while not
 * recording.
 */
public final class StepScope implements AutoCloseable {
    private static final StepScope NONE = new StepScope(Scope.NONE, null, null, null, -1, false);

    private static final MemoryBoundary.Work<StepScope, String, Object, StepScope> OPEN =
            (none, name, nothing, number, other) -> openAny(name, number);

    private final Scope scope;
    private final @Nullable StepMarks marks;
    private final StepMarks.@Nullable Mark mark;
    private final @Nullable Runnable mirrored;
    private final long number;
    private final boolean isOfProcess;

    private StepScope(
            Scope scope,
            @Nullable StepMarks marks,
            StepMarks.@Nullable Mark mark,
            @Nullable Runnable mirrored,
            long number,
            boolean isOfProcess) {
        this.scope = scope;
        this.marks = marks;
        this.mark = mark;
        this.mirrored = mirrored;
        this.number = number;
        this.isOfProcess = isOfProcess;
    }

    /**
     * Begins a step on the calling thread.
     *
     * @param name name of the scope; null, empty and long names are handled as in {@link Scope#open(String)}
     * @param number number of the step, which neither has to grow nor to be unique
     * @return the step to close, never null
     */
    public static StepScope open(String name, long number) {
        StepScope opened = MemoryBoundary.within(OPEN, Recorder.DROPPED, NONE, name, null, number, 0);
        return opened == null ? NONE : opened;
    }

    private static StepScope openAny(String name, long number) {
        boolean isOfProcess = ProcessSteps.isMarkedHere();
        if (isOfProcess) {
            ProcessSteps.began(number);
        }
        return open(name, number, isOfProcess);
    }

    /** Begins a step; {@code isOfProcess} if it counts as a step of the process. */
    static StepScope open(String name, long number, boolean isOfProcess) {
        Window window = Recorder.open();
        if (window == null && !isOfProcess) {
            return NONE;
        }
        // The mark first, so that the scope lies inside.
        StepMarks.Mark mark = window == null ? null : window.steps.beginScope(number);
        Mirror mirror = window == null || mark == null ? null : window.mirror;
        Runnable mirrored = mirror == null ? null : mirror.beginStep(number);
        StepScope opened = new StepScope(
                window == null ? Scope.NONE : Scope.open(name),
                window == null ? null : window.steps,
                mark,
                mirrored,
                number,
                isOfProcess);
        if (isOfProcess) {
            ProcessSteps.opened(opened);
        }
        return opened;
    }

    /** {@return the scope of the step, for its arguments} */
    public Scope scope() {
        return scope;
    }

    /** Ends the step; on any thread. */
    @Override
    public void close() {
        scope.close();
        if (marks != null && mark != null && marks.endScope(mark)) {
            if (mirrored != null) {
                mirrored.run();
            }
        }
        if (isOfProcess) {
            ProcessSteps.closed(this, number);
        }
    }
}
