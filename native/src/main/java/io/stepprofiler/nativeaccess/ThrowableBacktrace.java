package io.stepprofiler.nativeaccess;

import io.stepprofiler.source.BacktraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads the field of {@link Throwable} in which the virtual machine stores call stacks, and which reflection cannot
 * access.
 *
 * <p>Needs native access: if a newer Java version would warn about the library or refuse it, it is not loaded for this
 * purpose. No stack is walked here: the virtual machine has already filled in the field, as for any exception.
 */
public final class ThrowableBacktrace implements BacktraceSource {
    /** Creates the provider for the service loader; the first call of {@link #unusable()} looks for the field. */
    public ThrowableBacktrace() {}

    @Override
    public String unusable() {
        try {
            if (!NativeLibrary.isWelcome()) {
                return "native access is not enabled, see --enable-native-access";
            }
            NativeStatus library = NativeLibrary.status();
            if (!library.available()) {
                return library.reason();
            }
            return find() ? "" : "throwables of this virtual machine have no such field";
        } catch (RuntimeException | LinkageError e) {
            return "asking the native library failed: " + e;
        }
    }

    // R8: the stack that the virtual machine stores in a throwable, no walk by JVMTI.
    /** {@inheritDoc} May only be called if this source is usable. */
    @Override
    public Object backtrace(Throwable throwable) {
        Object noted = read(throwable);
        return noted == null ? throwable : noted;
    }

    /** Looks for the field; returns whether there is one. */
    private static native boolean find();

    private static native @Nullable Object read(Throwable throwable);
}
