package io.stepprofiler.handlers.chrome;

/** Names by which TensorBoard's plugin recognizes that a training loop waits for data. */
final class DataLoaderName {
    static final String PREFIX = "enumerate(DataLoader)#";
    static final String PIPE_PREFIX = "enumerate(DataPipe)#";
    private static final String SUFFIX = ".__next__";

    private DataLoaderName() {}

    /** Returns the name unchanged if the plugin recognizes it, else with a prefix and suffix that it recognizes. */
    static String of(String name) {
        boolean isKnown = name.startsWith(PIPE_PREFIX) || (name.startsWith(PREFIX) && name.endsWith(SUFFIX));
        return isKnown ? name : PREFIX + name + SUFFIX;
    }
}
