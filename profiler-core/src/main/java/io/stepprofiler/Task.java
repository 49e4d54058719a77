package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;

/**
 * Work that begins and ends independently of the nesting of scopes, such as a request or a copy in the background: on
 * one thread or on two, and several at once.
 *
 * <pre>{@code private static final Task DECODE = Domain.of("input").task("decode");}</pre>
 *
 * <p>and, in two places,
 *
 * <pre>{@code
 * long task = DECODE.begin();
 * pool.submit(() -> {
 *     decode(image);
 *     Task.end(task);
 * });
 * }</pre>
 *
 * <p>A task takes no part in the nesting of the thread that began it: it has no children and no self time, and takes
 * none from the scopes around it. A task that is still open when the window ends is unfinished, and lasts until then.
 *
 * <p>Recorded whenever scopes are. Beginning and ending cost the same as a scope and allocate nothing; ending on
 * another thread takes a few nanoseconds more. Immutable, for any thread; never throws.
 */
public final class Task {
    private final Label label;

    Task(Label label) {
        this.label = label;
    }

    /**
     * {@return the task of this name, without a domain} Never throws, see {@link Label#of}.
     *
     * @param name the name, of 1 to {@value Label#MAX_LENGTH} characters
     */
    public static Task of(String name) {
        return new Task(Label.of(name, EventKind.TASK, ""));
    }

    /** {@return the name of the task} */
    public String name() {
        return label.name();
    }

    /**
     * Begins the task now.
     *
     * @return a token for {@link #end}; 0, which {@code end} ignores, if nothing is recorded
     */
    public long begin() {
        Window window = Recorder.current();
        if (window == null) {
            return 0;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null ? 0 : recorder.begin(recorder.refOf(label.ref, label.eventName()));
    }

    /**
     * Ends the task that {@link #begin} gave this token for, on any thread. The first end counts; an end after the
     * window is ignored.
     *
     * @param token from {@link #begin}; 0 is ignored
     */
    public static void end(long token) {
        if (token != 0) {
            ThreadRecorder.endAnywhere(Recorder.open(), token, Ticks.now());
        }
    }

    @Override
    public String toString() {
        return "Task[" + name() + "]";
    }
}
