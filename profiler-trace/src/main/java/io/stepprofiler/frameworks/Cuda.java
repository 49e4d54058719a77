package io.stepprofiler.frameworks;

/** CUDA and HIP, by the names of their functions. */
public final class Cuda {
    private Cuda() {}

    /**
     * {@return whether a function waits until a device is done}
     *
     * @param function its name
     */
    public static boolean isWait(String function) {
        return function.contains("Synchronize");
    }

    /**
     * {@return whether a function copies memory}
     *
     * @param function its name
     */
    public static boolean isCopy(String function) {
        return function.contains("Memcpy");
    }
}
