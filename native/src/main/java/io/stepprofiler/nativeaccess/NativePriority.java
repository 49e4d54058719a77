package io.stepprofiler.nativeaccess;

import io.stepprofiler.source.BackgroundPriority;

/**
 * Raises the niceness of single threads, which Linux supports and Java does not; only if the native library has already
 * been loaded for another purpose.
 */
public final class NativePriority implements BackgroundPriority {
    /** Creates the provider for the service loader. */
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
