package io.stepprofiler.recording;

import java.util.List;

/** The call stack of a thread at one moment: its frames are named on demand only. */
public interface TakenStack {
    /** A number that is equal for equal stacks. */
    int hash();

    /** Whether it passes through the same places of the same methods as the stack whose {@link #key()} this is. */
    boolean isOf(Object key);

    /** What to keep of it, to know it again. */
    Object key();

    /** How many frames there are to compare. */
    int depth();

    /** The frames from the first that is not the profiler's on, innermost first, as many as are kept. */
    List<StackTraceElement> elements();
}
