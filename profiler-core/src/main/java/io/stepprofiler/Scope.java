package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.ArgumentChunk;
import io.stepprofiler.recording.OpenScope;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;
import org.jspecify.annotations.Nullable;

/**
 * A named stretch of a thread's time, from {@link #open} to {@link #close()}.
 *
 * <pre>{@code
 * try (Scope ignored = Scope.open("forward")) {
 *     loss = model.forward(batch);
 * }
 * }</pre>
 *
 * <p>A scope needs no reference to a profile: it is recorded if a window is open, on whatever thread. Opening and
 * closing one while recording costs two readings of the clock and a few nanoseconds and allocates nothing; while not
 * recording, about a nanosecond.
 *
 * <p>Scopes never throw. They are meant to be closed on the thread that opened them, the last one first. A scope closed
 * twice, out of order, on another thread or not at all is dealt with and counted in the account of the trace, see
 * {@link io.stepprofiler.event.Anomaly} and {@link io.stepprofiler.event.UnfinishedCause}. A scope object stands for
 * one nesting level of its thread and is handed out again after it was closed, so do not keep one beyond that: closing
 * it late may close the scope that has it then.
 *
 * <p>The {@code catch} and {@code finally} blocks of a try-with-resources statement run after the scope has closed.
 */
@SuppressWarnings("exports") // What is inherited is of no use outside.
public final class Scope extends OpenScope implements AutoCloseable {
    /** The scope that records nothing. */
    static final Scope NONE = new Scope(null, 0);

    private final @Nullable ThreadRecorder owner;

    static {
        ThreadRecorder.scopesAreMadeBy(Scope::new);
    }

    private Scope(@Nullable ThreadRecorder owner, int level) {
        super(level);
        this.owner = owner;
    }

    private static Scope orNone(@Nullable OpenScope opened) {
        return opened == null ? NONE : (Scope) opened;
    }

    private static int refOf(ThreadRecorder recorder, @Nullable Label label) {
        return label == null ? recorder.refOf(0, null) : recorder.refOf(label.ref, label.eventName());
    }

    /**
     * Opens a scope.
     *
     * @param name its name; null and empty are recorded as unnamed, and names longer than
     *     {@value Defaults#MAX_TEXT_LENGTH} characters are cut
     * @return the scope to close, never null
     */
    public static Scope open(String name) {
        Window window = Recorder.current();
        if (window == null) {
            return NONE;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null ? NONE : orNone(recorder.open(recorder.refOf(name)));
    }

    /**
     * Opens a scope named by a label, which saves looking the name up.
     *
     * @param label its name; null is recorded as unnamed
     * @return the scope to close, never null
     */
    public static Scope open(Label label) {
        Window window = Recorder.current();
        if (window == null) {
            return NONE;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null ? NONE : orNone(recorder.open(refOf(recorder, label)));
    }

    /**
     * Opens a scope that is an operation, with what it is called with.
     *
     * @param label its name, such as {@code aten::linear}; null is recorded as unnamed
     * @param details what it is called with; read before this returns; null for nothing
     * @return the scope to close, never null
     */
    public static Scope open(Label label, OpDetails details) {
        Window window = Recorder.current();
        if (window == null) {
            return NONE;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        if (recorder == null) {
            return NONE;
        }
        int name = refOf(recorder, label);
        return orNone(details == null ? recorder.open(name) : recorder.open(name, details.operands));
    }

    /**
     * Opens a scope that is an operation, with what it is called with, under a name that is looked up.
     *
     * @param name its name, such as {@code aten::linear}; null and empty are recorded as unnamed, and names longer than
     *     {@value Defaults#MAX_TEXT_LENGTH} characters are cut
     * @param details what it is called with; read before this returns; null for nothing
     * @return the scope to close, never null
     */
    public static Scope open(String name, OpDetails details) {
        Window window = Recorder.current();
        if (window == null) {
            return NONE;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        if (recorder == null) {
            return NONE;
        }
        int ref = recorder.refOf(name);
        return orNone(details == null ? recorder.open(ref) : recorder.open(ref, details.operands));
    }

    /**
     * Begins an operation without an object, for the hottest code.
     *
     * @param label its name; null is recorded as unnamed
     * @param details what it is called with; read before this returns; null for nothing
     * @return a token for {@link #end}; 0, which {@code end} ignores, if nothing is recorded
     */
    public static long begin(Label label, OpDetails details) {
        Window window = Recorder.current();
        if (window == null) {
            return 0;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        if (recorder == null) {
            return 0;
        }
        int name = refOf(recorder, label);
        return details == null ? recorder.begin(name) : recorder.begin(name, details.operands);
    }

    /** {@return the scope that records nothing, for those who have to answer one} */
    public static Scope none() {
        return NONE;
    }

    /**
     * {@return whether scopes are recorded now, or other profilers told of them} For those who have to find out what an operation is called with before
     * they can report it. Costs one load; the answer may be old by the time it is used, which does no harm.
     */
    public static boolean isRecording() {
        return Recorder.current() != null;
    }

    /** Opens a scope of a kind that is switched on and off by itself. */
    static Scope open(Label label, ActivityType type) {
        Window window = Recorder.open();
        if (window == null || !window.records(type)) {
            return NONE;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null ? NONE : orNone(recorder.open(refOf(recorder, label)));
    }

    /**
     * Opens a scope of a kind that is switched on and off by itself, under a name that the window keeps: programs that
     * make up names for ever use up no labels.
     */
    static Scope openNamed(String name, EventKind kind, String moduleType, ActivityType type) {
        Window window = Recorder.open();
        if (window == null || !window.records(type)) {
            return NONE;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null ? NONE : orNone(recorder.open(recorder.refOf(name, kind, moduleType)));
    }

    /**
     * Begins a scope without an object, for the hottest code.
     *
     * @param label its name; null is recorded as unnamed
     * @return a token for {@link #end}; 0, which {@code end} ignores, if nothing is recorded
     */
    public static long begin(Label label) {
        Window window = Recorder.current();
        if (window == null) {
            return 0;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null ? 0 : recorder.begin(refOf(recorder, label));
    }

    /**
     * Ends the scope that {@link #begin} gave this token for, on any thread; ignores what it cannot make sense of.
     *
     * @param token from {@link #begin}; 0 is ignored
     */
    public static void end(long token) {
        if (token != 0) {
            ThreadRecorder.end(Recorder.open(), token, Ticks.now());
        }
    }

    /**
     * Attaches a whole number to the scope, such as a batch size. Does nothing, at no cost, while not recording.
     *
     * @param key name of the argument; with null it is left out and counted
     * @param value any whole number
     * @return this scope
     */
    public Scope arg(String key, long value) {
        if (owner != null) {
            owner.argument(this, key, ArgumentChunk.Type.LONG, value, null);
        }
        return this;
    }

    /**
     * Attaches a number to the scope, such as a loss. Does nothing, at no cost, while not recording.
     *
     * @param key name of the argument; with null it is left out and counted
     * @param value any number; may be infinite or not a number
     * @return this scope
     */
    public Scope arg(String key, double value) {
        if (owner != null) {
            owner.argument(this, key, ArgumentChunk.Type.DOUBLE, Double.doubleToRawLongBits(value), null);
        }
        return this;
    }

    /**
     * Attaches a truth value to the scope, such as whether a batch is the last one. Does nothing, at no cost, while not
     * recording.
     *
     * @param key name of the argument; with null it is left out and counted
     * @param value true or false
     * @return this scope
     */
    public Scope arg(String key, boolean value) {
        if (owner != null) {
            owner.argument(this, key, ArgumentChunk.Type.BOOLEAN, value ? 1 : 0, null);
        }
        return this;
    }

    /**
     * Attaches a text to the scope, such as a file name. Does nothing, at no cost, while not recording.
     *
     * @param key name of the argument; with null it is left out and counted
     * @param value any text; more than {@value Defaults#MAX_TEXT_LENGTH} characters are cut, null is left out and
     *     counted
     * @return this scope
     */
    public Scope arg(String key, String value) {
        if (owner != null) {
            owner.argument(this, key, ArgumentChunk.Type.TEXT, 0, value);
        }
        return this;
    }

    /**
     * Says what the operation that the scope stands for is called with. Does nothing, at no cost, while not recording.
     *
     * @param details what it is called with; read before this returns; null for nothing. Of several the last counts
     * @return this scope
     */
    public Scope details(OpDetails details) {
        if (owner != null && details != null) {
            owner.details(this, details.operands, false);
        }
        return this;
    }

    /** The same, with inputs and outputs also where shapes are not asked for. */
    Scope alwaysDetails(OpDetails details) {
        if (owner != null) {
            owner.details(this, details.operands, true);
        }
        return this;
    }

    /** Ends the scope now. */
    @Override
    public void close() {
        if (owner != null) {
            owner.close(this, Ticks.now());
        }
    }
}
