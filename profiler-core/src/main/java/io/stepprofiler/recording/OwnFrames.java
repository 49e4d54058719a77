package io.stepprofiler.recording;

/**
 * Frames of the profiler that never lead a call stack: of its main package, of recording, and of the code that the
 * agent weaves in, in packages called {@code woven}. The program's own frames begin below them. Other packages of ours
 * may hold programs: lessons and tests do.
 */
public final class OwnFrames {
    private static final String PREFIX = "io.stepprofiler.";
    private static final String RECORDING = PREFIX + "recording.";
    private static final String WOVEN = ".woven";

    private OwnFrames() {}

    /** True if the class with this binary name is one of the profiler's. Allocates nothing. */
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
