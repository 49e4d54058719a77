package io.stepprofiler.handlers.chrome;

/** The names by which TensorBoard's plugin knows that a training loop waits for data. */
final class DataLoaderName {
    static final String PREFIX = "enumerate(DataLoader)#";
    static final String PIPE_PREFIX = "enumerate(DataPipe)#";
    private static final String SUFFIX = ".__next__";

    private DataLoaderName() {}

    /** The name as it is if the plugin knows it, else made so. */
    static String of(String name) {
        boolean isKnown = name.startsWith(PIPE_PREFIX) || (name.startsWith(PREFIX) && name.endsWith(SUFFIX));
        return isKnown ? name : PREFIX + name + SUFFIX;
    }
}
