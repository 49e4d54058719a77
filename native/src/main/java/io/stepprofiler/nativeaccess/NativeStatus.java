package io.stepprofiler.nativeaccess;

/**
 * Whether the profiler's native library works in this process, and why not if it does not.
 *
 * <p>There is one for Linux on x86-64 and AArch64, if it was there when the jar was built. It needs native access:
 * newer Java versions warn, or refuse it, without {@code --enable-native-access}. The system property
 * {@code io.stepprofiler.native=off} leaves it out.
 *
 * @param available whether the library has been loaded
 * @param reason why it has not been; empty if it has
 * @param platform what it was looked for, such as {@code linux-x86_64}
 */
public record NativeStatus(boolean available, String reason, String platform) {
    /** {@return the status in this process} The first call loads the library. Any thread may call it. */
    public static NativeStatus current() {
        return NativeLibrary.status();
    }

    /**
     * {@return whether the library has been loaded, or can be without a warning of the JVM} It is not loaded by this.
     * From Java 24 on it takes {@code --enable-native-access}. For what can do without the library.
     */
    public static boolean loadsQuietly() {
        return NativeLibrary.isWelcome();
    }
}
