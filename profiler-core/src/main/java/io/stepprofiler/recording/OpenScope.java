package io.stepprofiler.recording;

/** Nesting level of a thread, with the event that is open at it. */
public final class OpenScope {
    /** Nesting level of this object. */
    final int level;

    /** Token of the event that is open at the level, see {@link ThreadRecorder}; 0 if none is open. */
    long token;

    /** The program's scope at the level, whose class this package does not know. */
    public final Object scope;

    public OpenScope(int level, Object scope) {
        this.level = level;
        this.scope = scope;
    }
}
