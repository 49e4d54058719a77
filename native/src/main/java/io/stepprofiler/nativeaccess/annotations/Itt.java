package io.stepprofiler.nativeaccess.annotations;

import io.stepprofiler.source.AnnotationMirror;

/**
 * Tasks for VTune and whatever else takes Intel's ITT: by hand, as {@code torch.profiler.itt} has it, or by a profile
 * that is told to {@linkplain io.stepprofiler.ProfileBuilder#annotate mirror} what it sees, in the domain
 * {@code stepprofiler}.
 *
 * <pre>{@code Profile.builder().annotate(Itt.mirror())}</pre>
 *
 * <p>No library of Intel's is needed: the profiler that has started the program names its own one in the environment
 * variable {@code INTEL_LIBITTNOTIFY64}, which is loaded at the first use. Where there is none, nothing here does
 * anything. Never throws; null is the text {@code null}. A range costs two native calls and a look-up of its name, see
 * docs/GPU.md. For any thread; a range ends on the thread of the operating system that began it, so it is not for
 * virtual threads.
 */
public final class Itt {
    private Itt() {}

    /** {@return whether a profiler takes ITT tasks in this process} The first call loads its library. */
    public static boolean isAvailable() {
        return Collector.ITT.isUsable();
    }

    /** {@return why no profiler takes ITT tasks in this process; empty if one does} */
    public static String unavailable() {
        return Collector.ITT.unusable();
    }

    /**
     * Begins a range inside those that the thread has open.
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
     * Marks an instant: a task that is over as soon as it has begun.
     *
     * @param message its name
     */
    public static void mark(String message) {
        if (isAvailable()) {
            Collector.ITT.mark(String.valueOf(message));
        }
    }

    /** {@return what tells this profiler of the scopes and steps of a profile} */
    public static AnnotationMirror mirror() {
        return new CollectorMirror("itt", Collector.ITT);
    }
}
