package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.recording.ArgumentChunk;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.recording.OpenScope;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Named interval of a thread's time, from {@link #open} to {@link #close()}.
 *
 * <pre>{@code
 * try (Scope ignored = Scope.open("forward")) {
 *     loss = model.forward(batch);
 * }
 * }</pre>
 *
 * <p>A scope needs no reference to a profile: it is recorded if a window is open, on any thread. Opening and closing
 * one while recording costs two readings of the clock and a few nanoseconds and allocates nothing; while not recording,
 * about a nanosecond.
 *
 * <p>Scopes never throw. They are meant to be closed on the thread that opened them, the last one first. A scope closed
 * twice, out of order, on another thread or not at all is handled, and counted in the account of the trace, see {@link
 * io.stepprofiler.event.Anomaly} and {@link io.stepprofiler.event.UnfinishedCause}. A scope object stands for one
 * nesting level of its thread and is reused after it was closed, so do not keep it: closing it late may close another
 * scope.
 *
 * <p>The {@code catch} and {@code finally} blocks of a try-with-resources statement run after the scope has closed.
 */
public final class Scope implements AutoCloseable {
    /** The scope that records nothing. */
    static final Scope NONE = new Scope(null, 0);

    private final @Nullable ThreadRecorder owner;
    private final OpenScope level;

    /** Receiver of the next close, on the thread that closes; null for none. */
    private @Nullable Consumer<Object> atClose;

    static {
        ThreadRecorder.scopesAreMadeBy((recorder, level) -> new Scope(recorder, level).level);
    }

    private Scope(@Nullable ThreadRecorder owner, int level) {
        this.owner = owner;
        this.level = new OpenScope(level, this);
    }

    private static Scope orNone(@Nullable OpenScope opened) {
        return opened == null ? NONE : (Scope) opened.scope;
    }

    private static int refOf(ThreadRecorder recorder, @Nullable Label label) {
        return label == null ? recorder.refOf(0, null) : recorder.refOf(label.ref, label.eventName());
    }

    /**
     * Opens a scope.
     *
     * @param name its name; null and empty are recorded as unnamed, and names longer than {@value
     *     Label#MAX_LENGTH} characters are truncated
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
     * Opens the scope of an operation, with its details.
     *
     * @param label its name, such as {@code aten::linear}; null is recorded as unnamed
     * @param details inputs, outputs and links of the operation; read before this returns; null for none
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
     * Begins an operation without a scope object, for the hottest code.
     *
     * @param label its name; null is recorded as unnamed
     * @param details inputs, outputs and links of the operation; read before this returns; null for none
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

    /**
     * Work without a result.
     *
     * @param <E> type of its exceptions; {@link RuntimeException} for a lambda without checked ones
     */
    @FunctionalInterface
    public interface Work<E extends Exception> {
        /**
         * Does the work.
         *
         * @throws E if the work fails
         */
        void run() throws E;
    }

    /**
     * Work with a result.
     *
     * @param <T> type of the result
     * @param <E> type of its exceptions; {@link RuntimeException} for a lambda without checked ones
     */
    @FunctionalInterface
    public interface Calculation<T, E extends Exception> {
        /**
         * {@return the result}
         *
         * @throws E if there is none
         */
        T call() throws E;
    }

    /**
     * Does work in a scope, which ends with it, whether it returns or throws.
     *
     * @param <E> type of the exceptions of the work
     * @param name name of the scope, as in {@link #open(String)}
     * @param work what to do on this thread, now
     * @throws E if the work throws it
     */
    public static <E extends Exception> void run(String name, Work<E> work) throws E {
        Scope scope = open(name);
        try {
            work.run();
        } finally {
            scope.close();
        }
    }

    /**
     * Does work in a scope, which ends with it, whether it returns or throws.
     *
     * @param <T> type of the result
     * @param <E> type of the exceptions of the work
     * @param name name of the scope, as in {@link #open(String)}
     * @param work what to do on this thread, now
     * @return the result of the work
     * @throws E if the work throws it
     */
    public static <T, E extends Exception> T call(String name, Calculation<T, E> work) throws E {
        Scope scope = open(name);
        try {
            return work.call();
        } finally {
            scope.close();
        }
    }

    /** {@return the scope that records nothing, for methods that must return a scope} */
    public static Scope none() {
        return NONE;
    }

    /**
     * {@return whether scopes are recorded or mirrored now} For callers that have to collect the details of an
     * operation before they can report it. Costs one load; the result may be outdated when it is used, which does no
     * harm.
     */
    public static boolean isRecording() {
        return Recorder.current() != null;
    }

    /** Returns another scope that records nothing, for {@link #atClose}. */
    static Scope unrecorded() {
        return new Scope(null, 0);
    }

    /** Passes this scope to a receiver when it is closed, once. */
    Scope atClose(Consumer<Object> receiver) {
        atClose = receiver;
        return this;
    }

    /** Opens a scope of a type that is switched separately. */
    static Scope open(Label label, ActivityType type) {
        Window window = Recorder.open();
        if (window == null || !window.records(type)) {
            return NONE;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null ? NONE : orNone(recorder.open(refOf(recorder, label)));
    }

    /** Opens a scope named by a text of the program, perhaps with another one about it. */
    interface Named extends MemoryBoundary.Work<ThreadRecorder, @Nullable String, @Nullable String, OpenScope> {}

    /**
     * Opens a scope of a type that is switched separately, with a name that the window keeps: programs with ever new
     * names use up no labels. The name is put together here, so that a full heap drops the scope. // R7
     */
    static Scope openNamed(@Nullable String text, @Nullable String about, Named named, ActivityType type) {
        Window window = Recorder.open();
        if (window == null || !window.records(type)) {
            return NONE;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null
                ? NONE
                : orNone(MemoryBoundary.within(named, Recorder.DROPPED, recorder, text, about, 0, 0));
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
     * Ends the scope that {@link #begin} gave this token for, on any thread; ignores invalid tokens.
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
            owner.argument(level, key, ArgumentChunk.Type.LONG, value, null);
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
            owner.argument(level, key, ArgumentChunk.Type.DOUBLE, Double.doubleToRawLongBits(value), null);
        }
        return this;
    }

    /**
     * Attaches a boolean to the scope, such as whether a batch is the last one. Does nothing, at no cost, while not
     * recording.
     *
     * @param key name of the argument; with null it is left out and counted
     * @param value true or false
     * @return this scope
     */
    public Scope arg(String key, boolean value) {
        if (owner != null) {
            owner.argument(level, key, ArgumentChunk.Type.BOOLEAN, value ? 1 : 0, null);
        }
        return this;
    }

    /**
     * Attaches a text to the scope, such as a file name. Does nothing, at no cost, while not recording.
     *
     * @param key name of the argument; with null it is left out and counted
     * @param value any text, truncated to {@value Label#MAX_LENGTH} characters; null is left out and counted
     * @return this scope
     */
    public Scope arg(String key, String value) {
        if (owner != null) {
            owner.argument(level, key, ArgumentChunk.Type.TEXT, 0, value);
        }
        return this;
    }

    /**
     * Sets the details of the operation that the scope stands for. Does nothing, at no cost, while not recording.
     *
     * @param details inputs, outputs and links of the operation; read before this returns; null for none. The last call
     *     counts
     * @return this scope
     */
    public Scope details(OpDetails details) {
        if (owner != null && details != null) {
            owner.details(level, details.operands, false);
        }
        return this;
    }

    /** Sets the details, with inputs and outputs even if the profile does not record shapes. */
    Scope alwaysDetails(OpDetails details) {
        if (owner != null) {
            owner.details(level, details.operands, true);
        }
        return this;
    }

    /** Ends the scope now. */
    @Override
    public void close() {
        if (this == NONE) {
            return; // A constant in compiled code, which then has nothing to do.
        }
        if (owner != null) {
            owner.close(level, Ticks.now());
        }
        Consumer<Object> receiver = atClose;
        if (receiver != null) {
            atClose = null;
            receiver.accept(this);
        }
    }
}
