package io.stepprofiler.recording;

/**
 * One nesting level of a thread, and the event that is open at it. What programs see of it is a subclass, which this
 * package does not know.
 */
public class OpenScope {
    /** The nesting level this object stands for. */
    public final int level;

    /** The event that is open at the level, see {@link ThreadRecorder}; 0 if none. */
    public long token;

    public OpenScope(int level) {
        this.level = level;
    }
}
