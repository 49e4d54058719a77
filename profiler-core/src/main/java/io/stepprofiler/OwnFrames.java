package io.stepprofiler;

/**
 * The frames that never lead a call stack: those of the profiler's main package, and those of what the agent weaves in,
 * whose packages are called {@code woven}. The program's own begin below them. Other packages of ours may hold
 * programs: lessons and tests do.
 */
final class OwnFrames {
    private static final String PREFIX = OwnFrames.class.getPackageName() + ".";
    private static final String WOVEN = ".woven";

    private OwnFrames() {}

    /** Whether a class is one of those, by its binary name. Allocates nothing. */
    static boolean isOwn(String className) {
        if (!className.startsWith(PREFIX)) {
            return false;
        }
        int dot = className.lastIndexOf('.');
        return dot < PREFIX.length() || className.startsWith(WOVEN, dot - WOVEN.length());
    }
}
