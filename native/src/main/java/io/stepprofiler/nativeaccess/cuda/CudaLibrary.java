package io.stepprofiler.nativeaccess.cuda;

import io.stepprofiler.nativeaccess.NativeStatus;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Native reader of CUDA's activity. It uses NVIDIA's CUPTI, which comes with the CUDA toolkit and with libtorch: the
 * CUPTI that the process has loaded, else the file that the system property {@value #CUPTI_PROPERTY} or the environment
 * variable {@value #CUPTI_VARIABLE} names, else a CUPTI in the usual places.
 *
 * <p>Nothing is loaded, at no cost, while the driver's library is not in the process. No context is created, and CUDA
 * is not initialised.
 */
public final class CudaLibrary {
    /** System property with the file of a CUPTI in an unusual place. */
    public static final String CUPTI_PROPERTY = "io.stepprofiler.cuda.cupti";

    /** Environment variable with the file of a CUPTI in an unusual place. */
    public static final String CUPTI_VARIABLE = "STEP_PROFILER_CUPTI";

    /** Marks a thread that the operation recorder shows as a native thread. */
    public static final long NO_JAVA_THREAD = -1;

    /** Marks a thread that the operation recorder does not know. */
    public static final long NEVER_TOLD = -2;

    private static final int TEXT_REASON = 0;
    private static final int TEXT_PATH = 1;
    private static final int TEXT_TOOLKIT = 2;
    private static final int TEXT_DEVICES = 3;

    private CudaLibrary() {}

    /**
     * {@return what can be recorded now} It takes milliseconds when CUDA is found for the first time, and tens of
     * microseconds or less otherwise.
     */
    public static synchronized CudaProbe probe() {
        NativeStatus library = NativeStatus.current();
        if (!library.available()) {
            return CudaProbe.absent(library.reason());
        }
        int[] versions = probe0(bytes(givenPath()));
        if (versions == null) {
            throw new OutOfMemoryError("for the versions of CUDA");
        }
        List<CudaDevice> devices = new ArrayList<>();
        long[] words;
        while ((words = device(devices.size())) != null) {
            int index = devices.size();
            devices.add(CudaDevice.of(index, string(deviceText(false)), string(deviceText(true)), words));
        }
        return new CudaProbe(
                versions[0] != 0,
                string(text(TEXT_REASON)),
                string(text(TEXT_PATH)),
                versions[1],
                string(text(TEXT_TOOLKIT)),
                versions[2],
                versions[3],
                devices,
                string(text(TEXT_DEVICES)));
    }

    private static String givenPath() {
        String path = System.getProperty(CUPTI_PROPERTY, System.getenv(CUPTI_VARIABLE));
        return path == null ? "" : path;
    }

    /**
     * Begins to record, if a {@link #probe()} has succeeded and no other window is open. An earlier window that was
     * closed and not finished is finished at once, as by {@code finish(0)}; it can still be read.
     *
     * @param options the options
     * @return the window, or the reason why there is none
     */
    public static synchronized CudaOpening open(CuptiOptions options) {
        NativeStatus library = NativeStatus.current();
        if (!library.available()) {
            return new CudaOpening(Optional.empty(), library.reason());
        }
        long id = open0(
                options.wanted(),
                options.bufferBytes(),
                options.buffers(),
                options.marksOperations(),
                options.latency());
        return id == 0
                ? new CudaOpening(Optional.empty(), string(openReason()))
                : new CudaOpening(Optional.of(new CudaWindow(id)), "");
    }

    /**
     * {@return whether CUDA's driver is in the process; false if the native library is not there} Loads nothing, and
     * takes microseconds.
     */
    public static boolean isDriverLoaded() {
        return NativeStatus.current().available() && isDriverLoaded0();
    }

    /** {@return the operating system's id of the calling thread, as in records of calls; -1 if unknown} */
    public static long threadNumber() {
        return NativeStatus.current().available() ? threadNumber0() : -1;
    }

    /**
     * {@return Java's id of a thread, registered when it ran its first operation of libtorch in a window;
     * {@link #NO_JAVA_THREAD} or {@link #NEVER_TOLD}} The id of an ended thread may have been reused.
     *
     * @param number the operating system's id of the thread
     * @param sinceNanos earlier registrations are ignored, in nanoseconds of {@link System#nanoTime()}
     */
    public static long toldThread(long number, long sinceNanos) {
        return NativeStatus.current().available() ? toldThread0(number, sinceNanos) : NEVER_TOLD;
    }

    /** {@return the bytes of all buffers: full, held by CUPTI, or free} */
    public static long heldBytes() {
        return NativeStatus.current().available() ? heldBytes0() : 0;
    }

    /** {@return the bytes of the buffers that CUPTI has returned and that have not been read} */
    public static long unreadBytes() {
        return NativeStatus.current().available() ? unreadBytes0() : 0;
    }

    static String string(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    /** Zero-terminated, for C. */
    private static byte[] bytes(String text) {
        return (text + '\0').getBytes(StandardCharsets.UTF_8);
    }

    static synchronized void closeWindow(long id) {
        close(id);
    }

    /** Returns 1 if it works, else 0, and the versions of CUPTI, of the driver and of the runtime. */
    private static native int @Nullable [] probe0(byte[] path);

    private static native byte @Nullable [] text(int which);

    private static native long @Nullable [] device(int index);

    /** Text of the device of the last call of {@link #device}. */
    private static native byte @Nullable [] deviceText(boolean uuid);

    private static native long open0(
            int wanted, long bufferBytes, int buffers, boolean marksOperations, boolean latency);

    private static native byte @Nullable [] openReason();

    private static native boolean isDriverLoaded0();

    private static native long threadNumber0();

    private static native long toldThread0(long number, long sinceNanos);

    private static native long heldBytes0();

    private static native long unreadBytes0();

    static native byte @Nullable [] missing(long id, int kind);

    static native long clockError(long id);

    static native boolean isFull(long id);

    static native void flush(long id);

    static native int read(long id, ByteBuffer to, int words);

    static native int nameCount();

    static native byte @Nullable [] name(int id);

    static native long @Nullable [] counts(long id);

    static native byte @Nullable [] notes(long id);

    private static native void close(long id);

    static native boolean finish(long id, long millis);

    static native void release(long id);
}
