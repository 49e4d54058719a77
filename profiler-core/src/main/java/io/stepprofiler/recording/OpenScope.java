package io.stepprofiler.recording;

/**
 * Nesting level of a thread, with the event that is open at it. Programs use a subclass, which this package does not
 * know.
 */
public class OpenScope {
    /** Nesting level of this object. */
    public final int level;

    /** Token of the event that is open at the level, see {@link ThreadRecorder}; 0 if none is open. */
    public long token;

    public OpenScope(int level) {
        this.level = level;
    }
}
