package io.stepprofiler.handlers.chrome;

/** The names by which TensorBoard's plugin knows that a training loop waits for data. */
final class DataLoaderName {
    static final String PREFIX = "enumerate(DataLoader)#";
    private static final String SUFFIX = ".__next__";

    private DataLoaderName() {}

    /** The name as it is if the plugin knows it, else made so. */
    static String of(String name) {
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX) ? name : PREFIX + name + SUFFIX;
    }
}
