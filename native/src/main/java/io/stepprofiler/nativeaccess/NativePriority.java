package io.stepprofiler.nativeaccess;

import io.stepprofiler.source.BackgroundPriority;

/**
 * Gives threads a niceness of their own, which Linux has and Java does not: only where the native library has been
 * loaded for something else already.
 */
public final class NativePriority implements BackgroundPriority {
    /** The priorities of this system's threads. */
    public NativePriority() {}

    @Override
    public boolean lower() {
        try {
            return NativeLibrary.isLoaded() && lower0();
        } catch (LinkageError e) {
            return false;
        }
    }

    private static native boolean lower0();
}
