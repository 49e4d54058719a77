package io.stepprofiler.nativeaccess;

/**
 * Availability of the profiler's native library in this process.
 *
 * <p>The jar has the library for Linux on x86-64 and AArch64, if the build included it. It needs native access: newer
 * Java versions warn, or refuse it, without {@code --enable-native-access}. The system property
 * {@code io.stepprofiler.native=off} switches it off.
 *
 * @param available true if the library has been loaded
 * @param reason reason why it was not loaded; empty if it was
 * @param platform platform of the process, such as {@code linux-x86_64}
 */
public record NativeStatus(boolean available, String reason, String platform) {
    /** {@return the status in this process} The first call loads the library. Any thread may call it. */
    public static NativeStatus current() {
        return NativeLibrary.status();
    }

    /**
     * {@return whether the library has been loaded, or can be without a warning by the JVM} Does not load it. From Java
     * 24 on this requires {@code --enable-native-access}. For features that also work without the library.
     */
    public static boolean loadsQuietly() {
        return NativeLibrary.isWelcome();
    }
}
