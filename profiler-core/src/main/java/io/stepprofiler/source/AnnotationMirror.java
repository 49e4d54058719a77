package io.stepprofiler.source;

import io.stepprofiler.event.EventKind;

/**
 * Another profiler that is told of scopes, steps and markers while they happen, so that it shows them beside what it
 * sees itself.
 *
 * <p>Told of everything from the start to the stop of a profile that asks for it, whether a window records it or not. A
 * range is either nested in those of its thread ({@link #push}, {@link #pop}: always on one thread of the operating
 * system, the last one first, however the program closes its scopes) or free ({@link #start}, {@link #end}: on any
 * threads). What {@code push} and {@code start} answer is given back to {@code pop} and {@code end}, once, which may be
 * after the profile has stopped.
 *
 * <p>Called on the threads of the program, on many at once, inside its hottest code: it should take nanoseconds and
 * never block. One that throws is told to the profile's failures and not called any more.
 */
public interface AnnotationMirror {
    /** {@return what it is called in messages, such as {@code nvtx}} */
    String name();

    /**
     * {@return why nobody would see anything in this process; empty if somebody may} Asked when a profile starts, which
     * is when to load what is needed; one with a reason is left out.
     */
    String unusable();

    /**
     * Begins a range inside those that the calling thread has open.
     *
     * @param name name of the scope, never empty
     * @param kind what it is
     * @return what is given to {@link #pop}: any object if nothing is needed, never null
     */
    Object push(String name, EventKind kind);

    /**
     * Ends the innermost range of the calling thread.
     *
     * @param range what {@link #push} answered
     */
    void pop(Object range);

    /**
     * Begins a range that is nested in nothing: a task, a frame, or a scope of a virtual thread, which no thread of the
     * operating system has to itself.
     *
     * @param name its name, never empty
     * @param kind what it is
     * @return what is given to {@link #end}: any object if nothing is needed, never null
     */
    Object start(String name, EventKind kind);

    /**
     * Begins a step; by default a free range {@code ProfilerStep#<number>}, as steps are called in files.
     *
     * @param number number of the step
     * @return what is given to {@link #end}: any object if nothing is needed, never null
     */
    default Object startStep(long number) {
        return start("ProfilerStep#" + number, EventKind.SCOPE);
    }

    /**
     * Ends a range that {@link #start} or {@link #startStep} began, on any thread.
     *
     * @param range what they answered
     */
    void end(Object range);

    /**
     * Marks an instant.
     *
     * @param name name of the marker, never empty
     */
    void mark(String name);
}
