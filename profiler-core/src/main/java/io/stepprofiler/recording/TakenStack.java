package io.stepprofiler.recording;

import java.util.List;

/** Call stack of a thread at one moment, whose frames are named on demand only. */
public interface TakenStack {
    /** Returns a hash that is equal for equal stacks. */
    int hash();

    /** True if it passes through the same places of the same methods as the stack that returned this {@link #key()}. */
    boolean isOf(Object key);

    /** Returns a key by which an equal stack is recognized later. */
    Object key();

    /** Returns the number of frames to compare. */
    int depth();

    /** Returns the frames after the leading frames of the profiler, innermost first, up to the depth limit. */
    List<StackTraceElement> elements();
}
