package io.stepprofiler.nativeaccess.annotations;

import io.stepprofiler.source.AnnotationMirror;

/**
 * Ranges for Nsight Systems and other profilers that take NVTX: by hand, or by a profile that {@linkplain
 * io.stepprofiler.ProfileBuilder#annotate mirrors} its scopes, in the domain {@code stepprofiler}.
 *
 * <pre>{@code Profile.builder().annotate(Nvtx.mirror())}</pre>
 *
 * <p>No library of NVIDIA's is needed: the profiler that has started the program names its own library in the
 * environment variable {@code NVTX_INJECTION64_PATH}, which is loaded at the first use. If there is none, all methods
 * do nothing. Never throws; null is the text {@code null}. A range costs two native calls and a look-up of its name,
 * see docs/GPU.md. For any thread; a range that is pushed ends on the thread of the operating system that began it, so
 * virtual threads use {@link #rangeStart}.
 */
public final class Nvtx {
    private Nvtx() {}

    /** {@return whether a profiler takes NVTX ranges in this process} The first call loads its library. */
    public static boolean isAvailable() {
        return Collector.NVTX.isUsable();
    }

    /** {@return the reason why no profiler takes NVTX ranges in this process; empty if one does} */
    public static String unavailable() {
        return Collector.NVTX.unusable();
    }

    /**
     * Begins a range, nested in the open ranges of the thread.
     *
     * @param message its name
     */
    public static void rangePush(String message) {
        if (isAvailable()) {
            Collector.NVTX.push(String.valueOf(message));
        }
    }

    /** Ends the innermost range of the thread. */
    public static void rangePop() {
        if (isAvailable()) {
            Collector.NVTX.pop();
        }
    }

    /**
     * Begins a range that may end on any thread.
     *
     * @param message its name
     * @return the range, for {@link #rangeEnd}
     */
    public static long rangeStart(String message) {
        return isAvailable() ? Collector.NVTX.start(String.valueOf(message)) : 0;
    }

    /**
     * Ends a range that {@link #rangeStart} began.
     *
     * @param range the value that it returned
     */
    public static void rangeEnd(long range) {
        if (isAvailable()) {
            Collector.NVTX.end(range);
        }
    }

    /**
     * Marks an instant.
     *
     * @param message its name
     */
    public static void mark(String message) {
        if (isAvailable()) {
            Collector.NVTX.mark(String.valueOf(message));
        }
    }

    /** {@return a mirror that passes the scopes and steps of a profile to this profiler} */
    public static AnnotationMirror mirror() {
        return new CollectorMirror("nvtx", Collector.NVTX);
    }
}
