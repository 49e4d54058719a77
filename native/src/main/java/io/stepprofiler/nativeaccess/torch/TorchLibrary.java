package io.stepprofiler.nativeaccess.torch;

import io.stepprofiler.nativeaccess.NativeStatus;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Native recorder of libtorch's operations. It looks for a libtorch that another library has loaded, and tests it on
 * the first {@link #probe()} that finds one.
 */
public final class TorchLibrary {
    private static final int TEXT_PATH = 0;
    private static final int TEXT_REASON = 1;
    private static final int TEXT_INPUTS = 2;
    private static final int TEXT_SEQUENCE = 3;
    private static final int TEXT_MEMORY = 4;

    private static final int PROBE_FOUND = 1;

    private TorchLibrary() {}

    /**
     * {@return what can be recorded now} It takes milliseconds when a libtorch is found for the first time, and tens of
     * microseconds or less otherwise.
     */
    public static synchronized TorchProbe probe() {
        NativeStatus library = NativeStatus.current();
        if (!library.available()) {
            return TorchProbe.absent(library.reason());
        }
        int found = probe0();
        if ((found & PROBE_FOUND) == 0) {
            return TorchProbe.absent("no libtorch is loaded in this process");
        }
        Set<TorchAbility> abilities = EnumSet.noneOf(TorchAbility.class);
        for (TorchAbility ability : TorchAbility.values()) {
            if ((found & ability.bit()) != 0) {
                abilities.add(ability);
            }
        }
        int version = version();
        return new TorchProbe(
                Set.copyOf(abilities),
                (version >> 16) + "." + (version >> 8 & 0xff) + "." + (version & 0xff),
                string(text(TEXT_PATH)),
                copies(),
                string(text(TEXT_REASON)),
                string(text(TEXT_INPUTS)),
                string(text(TEXT_SEQUENCE)),
                string(text(TEXT_MEMORY)));
    }

    /**
     * Begins to record on all threads, if a {@link #probe()} has succeeded and no other window is open.
     *
     * @param operations true to record operations
     * @param inputs true to record the inputs of operations, if they can be read
     * @param memory true to record allocations and frees, if that is possible; the calling thread should also close the
     *     window
     * @param budgetBytes limit of native memory, in bytes, for all records that have not been released yet
     * @return the window; empty if none can be opened
     */
    public static synchronized Optional<TorchWindow> open(
            boolean operations, boolean inputs, boolean memory, long budgetBytes) {
        if (!NativeStatus.current().available()) {
            return Optional.empty();
        }
        long id = open0(operations, inputs, memory, budgetBytes);
        return id == 0 ? Optional.empty() : Optional.of(new TorchWindow(id, !memory || holdsMemory()));
    }

    /**
     * Makes libtorch call an empty callback at the start and end of every operation, to measure its cost.
     *
     * @param inputs true to make libtorch collect the inputs of the operations
     * @return a function that removes the callback
     * @throws IllegalStateException if no {@link #probe()} has found a libtorch that works
     */
    public static Runnable callBackForNothing(boolean inputs) {
        long callback = NativeStatus.current().available() ? addEmptyCallback(inputs) : 0;
        if (callback == 0) {
            throw new IllegalStateException("there is no libtorch to measure");
        }
        return () -> removeCallback(callback);
    }

    /**
     * {@return the bytes of native memory that hold records, are kept for the next window, or belong to threads that
     * have recorded}
     */
    public static long heldBytes() {
        return NativeStatus.current().available() ? heldBytes0() : 0;
    }

    static String string(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    private static native int probe0();

    private static native int version();

    private static native int copies();

    private static native byte @Nullable [] text(int which);

    private static native long open0(boolean operations, boolean inputs, boolean memory, long budgetBytes);

    private static native boolean holdsMemory();

    private static native long heldBytes0();

    private static native long addEmptyCallback(boolean inputs);

    private static native void removeCallback(long callback);

    static synchronized void closeWindow(long id) {
        close(id);
    }

    private static native void close(long id);

    static synchronized void listenTo(long id, boolean operations) {
        listen(id, operations);
    }

    private static native void listen(long id, boolean operations);

    static native long @Nullable [] beginReading(long id);

    static native long @Nullable [] thread(long log);

    static native byte @Nullable [] threadName(long log);

    static native int copy(long log, long untilTicks, boolean isLast, ByteBuffer to);

    static native int copiedWords();

    static native long @Nullable [] counts(long log);

    static native void release(long id);

    static native int nameCount();

    static native byte @Nullable [] name(int id);
}
