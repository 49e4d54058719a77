package io.stepprofiler.nativeaccess;

/**
 * Whether the profiler's native library works in this process, and why not if it does not.
 *
 * <p>This version has no native code, so {@link #current()} always says that it is absent; the profiler does without.
 *
 * @param available whether the library has been loaded
 * @param reason why it has not been; empty if it has
 */
public record NativeStatus(boolean available, String reason) {
    /** {@return the status in this process} */
    public static NativeStatus current() {
        return new NativeStatus(false, "this version of the profiler has no native code");
    }
}
