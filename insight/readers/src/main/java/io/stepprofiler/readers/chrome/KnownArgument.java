package io.stepprofiler.readers.chrome;

import io.stepprofiler.frameworks.Jax;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Arguments with a meaning for the trace; all others stay arguments of their event. */
enum KnownArgument {
    EXTERNAL_ID("External id", Type.WHOLE, false),
    RECORD_FUNCTION_ID("Record function id", Type.WHOLE, false),
    INDEX("Ev Idx", Type.WHOLE, false),
    UNFINISHED("unfinished", Type.FLAG, true),
    ASYNC("async", Type.FLAG, true),
    SHORTENED("shortened ns", Type.WHOLE, true),
    CPU_TIME("cpu ns", Type.WHOLE, true),
    SEQUENCE_NUMBER("Sequence number", Type.WHOLE, false),
    FORWARD_THREAD("Fwd thread id", Type.WHOLE, false),
    OVERLOAD("Overload Name", Type.TEXT, false),
    FLOPS("FLOPs", Type.WHOLE, true),
    CALL_STACK("Call stack", Type.TEXT, false),
    MODULE_HIERARCHY("Module Hierarchy", Type.TEXT, true),
    MODULE_PATH("Module path", Type.TEXT, true),
    MODULE_ID("Python module id", Type.WHOLE, false),
    PYTHON_ID("Python id", Type.WHOLE, false),
    PYTHON_PARENT_ID("Python parent id", Type.WHOLE, false),
    PYTHON_THREAD("Python thread", Type.WHOLE, false),
    CORRELATION("correlation", Type.WHOLE, false),
    DEVICE("device", Type.WHOLE, false),
    STREAM("stream", Type.WHOLE, false),
    DOMAIN("Domain", Type.TEXT, true),
    /** Derived from the numbers and times of frames. */
    RATE("Frames per second", Type.NUMBER, true),
    /** Number of a step in JAX's files. */
    STEP_NUMBER(Jax.STEP_NUMBER, Type.NUMBER_OR_TEXT, false);

    /** Type of the value; an argument with a value of another type has no special meaning. */
    enum Type {
        WHOLE,
        TEXT,
        FLAG,
        /** Any number, which is not kept. */
        NUMBER,
        NUMBER_OR_TEXT
    }

    private static final Map<String, KnownArgument> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(KnownArgument::key, Function.identity()));

    private final String key;
    private final Type type;
    private final boolean oursOnly;

    KnownArgument(String key, Type type, boolean oursOnly) {
        this.key = key;
        this.type = type;
        this.oursOnly = oursOnly;
    }

    static @Nullable KnownArgument of(String key) {
        return BY_KEY.get(key);
    }

    String key() {
        return key;
    }

    Type type() {
        return type;
    }

    /** True if it has a meaning in our files only, because other writers may use the key for anything. */
    boolean oursOnly() {
        return oursOnly;
    }
}
