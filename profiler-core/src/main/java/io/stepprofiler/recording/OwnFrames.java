package io.stepprofiler.recording;

/**
 * The frames that never lead a call stack: those of the profiler's main package and of recording, and those of what
 * the agent weaves in, whose packages are called {@code woven}. The program's own begin below them. Other packages of
 * ours may hold programs: lessons and tests do.
 */
public final class OwnFrames {
    private static final String PREFIX = "io.stepprofiler.";
    private static final String RECORDING = PREFIX + "recording.";
    private static final String WOVEN = ".woven";

    private OwnFrames() {}

    /** Whether a class is one of those, by its binary name. Allocates nothing. */
    public static boolean isOwn(String className) {
        if (!className.startsWith(PREFIX)) {
            return false;
        }
        int dot = className.lastIndexOf('.');
        return dot < PREFIX.length()
                || className.startsWith(RECORDING)
                || className.startsWith(WOVEN, dot - WOVEN.length());
    }
}
