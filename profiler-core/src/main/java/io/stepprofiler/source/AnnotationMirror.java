package io.stepprofiler.source;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;

/**
 * Mirror of scopes, steps and markers in another profiler, which shows them next to its own events.
 *
 * <p>Called for everything between the start and the stop of a profile that has it, whether a window records it or not.
 * A range is either nested in the ranges of its thread ({@link #push}, {@link #pop}: always on one thread of the
 * operating system, the last one first, however the program closes its scopes) or free ({@link #start}, {@link #end}:
 * on any threads). The objects that {@code push} and {@code start} return are passed to {@code pop} and {@code end},
 * once, perhaps after the profile has stopped.
 *
 * <p>Called on the threads of the program, on many at once, inside its hottest code: it should take nanoseconds and
 * never block. A mirror that throws is added to the profile's failures and not called again.
 */
public interface AnnotationMirror {
    /** {@return its name in messages, such as {@code nvtx}} */
    String name();

    /**
     * {@return why no profiler can show anything of this process; empty if one may} Asked when a profile starts, and
     * may load the library; a mirror with a reason is left out.
     */
    String unusable();

    /**
     * Begins a range inside the open ranges of the calling thread.
     *
     * @param name name of the scope, never empty
     * @param kind its kind
     * @return the object that is passed to {@link #pop}: any object if none is needed, never null
     */
    Object push(String name, EventKind kind);

    /**
     * Ends the innermost range of the calling thread.
     *
     * @param range the object that {@link #push} returned
     */
    void pop(Object range);

    /**
     * Begins a range that is nested in nothing: a task, a frame, or a scope of a virtual thread, which no thread of the
     * operating system has to itself.
     *
     * @param name its name, never empty
     * @param kind its kind
     * @return the object that is passed to {@link #end}: any object if none is needed, never null
     */
    Object start(String name, EventKind kind);

    /**
     * Begins a step; by default a free range {@code ProfilerStep#<number>}, the name of steps in files.
     *
     * @param number number of the step
     * @return the object that is passed to {@link #end}: any object if none is needed, never null
     */
    default Object startStep(long number) {
        return start(PyTorch.STEP_PREFIX + number, EventKind.SCOPE);
    }

    /**
     * Ends a range that {@link #start} or {@link #startStep} began, on any thread.
     *
     * @param range the object that they returned
     */
    void end(Object range);

    /**
     * Marks an instant.
     *
     * @param name name of the marker, never empty
     */
    void mark(String name);
}
