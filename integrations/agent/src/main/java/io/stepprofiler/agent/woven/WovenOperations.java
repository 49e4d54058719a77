package io.stepprofiler.agent.woven;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.event.ElementType;
import java.util.Locale;
import java.util.Map;

/**
 * Operations of frameworks, woven at their calls from Java. An operation that is called by another one is part of its
 * implementation and not recorded.
 *
 * <p>Woven code asks {@link #isWanted()} before anything else, which costs one load while nothing is recorded; then it
 * reports operands, and calls {@link #begin} and {@link #end}. An exception may occur at any point before {@code
 * begin}. Safe on any thread: the state is kept per thread.
 */
public final class WovenOperations {

    private static final Map<String, ElementType> TYPES = Map.ofEntries(
            Map.entry("float", ElementType.FLOAT),
            Map.entry("float32", ElementType.FLOAT),
            Map.entry("double", ElementType.DOUBLE),
            Map.entry("float64", ElementType.DOUBLE),
            Map.entry("half", ElementType.HALF),
            Map.entry("float16", ElementType.HALF),
            Map.entry("bfloat16", ElementType.BFLOAT16),
            Map.entry("byte", ElementType.INT8),
            Map.entry("int8", ElementType.INT8),
            Map.entry("ubyte", ElementType.UINT8),
            Map.entry("uint8", ElementType.UINT8),
            Map.entry("short", ElementType.INT16),
            Map.entry("int16", ElementType.INT16),
            Map.entry("int", ElementType.INT32),
            Map.entry("int32", ElementType.INT32),
            Map.entry("long", ElementType.INT64),
            Map.entry("int64", ElementType.INT64),
            Map.entry("bool", ElementType.BOOL),
            Map.entry("boolean", ElementType.BOOL),
            Map.entry("utf8", ElementType.STRING),
            Map.entry("string", ElementType.STRING));

    private WovenOperations() {}

    /** {@return whether an operation that begins now is to be recorded; if so, its operands follow} */
    public static boolean isWanted() {
        if (!Scope.isRecording()) {
            return false;
        }
        OpenKinds open = OpenKinds.ofThread();
        open.details.clear();
        open.outputs.clear();
        return !open.operation;
    }

    /**
     * Reports the next output, before all inputs.
     *
     * @param type name of its elements' type, in any case, such as {@code FLOAT} or {@code int64}
     * @param shape its dimensions
     * @param strides the distances between neighbours, in elements
     * @param storage the address of its memory, the same for all views; 0 if not known
     */
    public static void output(String type, long[] shape, long[] strides, long storage) {
        OpenKinds.ofThread().outputs.add(new OpenKinds.Array(type(type), shape, strides, storage));
    }

    /**
     * Reports the next input. If it shares the memory of an output, the operation mutates it.
     *
     * @param type name of its elements' type, in any case
     * @param shape its dimensions
     * @param strides the distances between neighbours, in elements
     * @param storage the address of its memory; 0 if not known
     */
    public static void input(String type, long[] shape, long[] strides, long storage) {
        OpenKinds open = OpenKinds.ofThread();
        for (OpenKinds.Array output : open.outputs) {
            if (storage != 0 && output.storage == storage) {
                open.details.mutated();
                break;
            }
        }
        open.details.tensor(type(type), shape, strides, storage);
    }

    private static ElementType type(String name) {
        return TYPES.getOrDefault(name.toLowerCase(Locale.ROOT), ElementType.UNKNOWN);
    }

    /**
     * Reports the number of floating point operations.
     *
     * @param count the number
     */
    public static void flops(long count) {
        OpenKinds.ofThread().details.flops(count);
    }

    /**
     * {@return a token for {@link #end}}
     *
     * @param name name of the operation, such as {@code nd4j::add}
     */
    public static long begin(String name) {
        OpenKinds open = OpenKinds.ofThread();
        open.details.outputs();
        for (OpenKinds.Array output : open.outputs) {
            open.details.tensor(output.type, output.shape, output.strides, output.storage);
        }
        // Keeps no reference to the program's arrays.
        open.outputs.clear();
        long token = Scope.begin(Label.of(name), open.details);
        open.operation = token != 0;
        return token;
    }

    /**
     * Ends an operation.
     *
     * @param token from {@link #begin}; 0 if there was none
     */
    public static void end(long token) {
        if (token != 0) {
            OpenKinds.ofThread().operation = false;
            Scope.end(token);
        }
    }
}
