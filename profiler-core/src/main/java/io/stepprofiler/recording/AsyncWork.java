package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.EventKind;
import org.jspecify.annotations.Nullable;

/**
 * Name of work that begins and ends independently of the nesting of scopes, on one thread or on two and several times
 * at once: a task, or a frame with a number. For interfaces of other profilers that have such objects.
 *
 * <p>Recorded whenever scopes are. Beginning and ending allocate nothing. Work that is open when the window ends is
 * unfinished, and lasts until then. Immutable, for any thread; never throws.
 */
public final class AsyncWork {
    private final EventName name;

    private AsyncWork(EventName name) {
        this.name = name;
    }

    /**
     * Returns the work of a name; an empty name is replaced, and long texts are truncated.
     *
     * @param kind {@link EventKind#TASK} or {@link EventKind#FRAME}
     */
    public static AsyncWork of(@Nullable String name, EventKind kind, String domain) {
        String text = name == null || name.isEmpty() ? NameTable.UNNAMED : NameTable.shortened(name);
        return new AsyncWork(new EventName(text, kind, NameTable.shortened(domain)));
    }

    /** Returns the name. */
    public String name() {
        return name.text();
    }

    /** Begins now; returns a token for {@link #end}, 0 if nothing is recorded. */
    public long begin() {
        ThreadRecorder recorder = recorder();
        return recorder == null ? 0 : recorder.begin(ref(recorder));
    }

    /** Begins a frame of this number now; returns a token for {@link #end}, 0 if nothing is recorded. */
    public long begin(long number) {
        ThreadRecorder recorder = recorder();
        return recorder == null ? 0 : recorder.beginFrame(ref(recorder), number);
    }

    private static @Nullable ThreadRecorder recorder() {
        Window window = Recorder.current();
        return window == null ? null : ThreadRecorder.in(window);
    }

    private int ref(ThreadRecorder recorder) {
        return recorder.refOf(LabelTable.NO_REF, name);
    }

    /** Ends the work of a token, on any thread. The first end counts; an end after the window is ignored. */
    public static void end(long token) {
        if (token != 0) {
            ThreadRecorder.endAnywhere(Recorder.open(), token, Ticks.now());
        }
    }
}
