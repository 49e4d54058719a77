package io.stepprofiler.nativeaccess.annotations;

import io.stepprofiler.source.AnnotationMirror;

/**
 * Tasks for VTune and other profilers that take Intel's ITT: by hand, as with {@code torch.profiler.itt}, or by a
 * profile that {@linkplain io.stepprofiler.ProfileBuilder#annotate mirrors} its scopes, in the domain
 * {@code stepprofiler}.
 *
 * <pre>{@code Profile.builder().annotate(Itt.mirror())}</pre>
 *
 * <p>No library of Intel's is needed: the profiler that has started the program names its own library in the
 * environment variable {@code INTEL_LIBITTNOTIFY64}, which is loaded at the first use. If there is none, all methods do
 * nothing. Never throws; null is the text {@code null}. A range costs two native calls and a look-up of its name, see
 * docs/GPU.md. For any thread; a range ends on the thread of the operating system that began it, so it is not for
 * virtual threads.
 */
public final class Itt {
    private Itt() {}

    /** {@return whether a profiler takes ITT tasks in this process} The first call loads its library. */
    public static boolean isAvailable() {
        return Collector.ITT.isUsable();
    }

    /** {@return the reason why no profiler takes ITT tasks in this process; empty if one does} */
    public static String unavailable() {
        return Collector.ITT.unusable();
    }

    /**
     * Begins a range, nested in the open ranges of the thread.
     *
     * @param message its name
     */
    public static void rangePush(String message) {
        if (isAvailable()) {
            Collector.ITT.push(String.valueOf(message));
        }
    }

    /** Ends the innermost range of the thread. */
    public static void rangePop() {
        if (isAvailable()) {
            Collector.ITT.pop();
        }
    }

    /**
     * Marks an instant, by a task that ends at once.
     *
     * @param message its name
     */
    public static void mark(String message) {
        if (isAvailable()) {
            Collector.ITT.mark(String.valueOf(message));
        }
    }

    /** {@return a mirror that passes the scopes and steps of a profile to this profiler} */
    public static AnnotationMirror mirror() {
        return new CollectorMirror("itt", Collector.ITT);
    }
}
