package io.stepprofiler.nativeaccess;

import io.stepprofiler.source.BacktraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads the field of {@link Throwable} that the virtual machine notes call stacks in, and hides from reflection.
 *
 * <p>It needs native access: where newer Java versions would warn of the library or refuse it, it is not loaded for
 * this. Nothing is walked and no thread is looked at from here: the virtual machine has filled the field in before, as
 * for any exception.
 */
public final class ThrowableBacktrace implements BacktraceSource {
    /**
     * The field of this virtual machine; whether there is one is found out by the first call of {@link #unusable()}.
     */
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
            return find() ? "" : "throwables of this virtual machine have no field for it";
        } catch (RuntimeException | LinkageError e) {
            return "asking the native library failed: " + e;
        }
    }

    /** {@inheritDoc} Only to be called if it is usable. */
    @Override
    public Object backtrace(Throwable throwable) {
        Object noted = read(throwable);
        return noted == null ? throwable : noted;
    }

    /** Looks for the field; whether there is one. */
    private static native boolean find();

    private static native @Nullable Object read(Throwable throwable);
}
