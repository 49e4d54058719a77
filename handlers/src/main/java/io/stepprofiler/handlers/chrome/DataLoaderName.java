package io.stepprofiler.handlers.chrome;

import io.stepprofiler.frameworks.PyTorch;

/** Names by which TensorBoard's plugin recognizes that a training loop waits for data. */
final class DataLoaderName {
    private static final String SUFFIX = ".__next__";

    private DataLoaderName() {}

    /** Returns the name unchanged if the plugin recognizes it, else with a prefix and suffix that it recognizes. */
    static String of(String name) {
        boolean isKnown = name.startsWith(PyTorch.DATA_PIPE_PREFIX)
                || (name.startsWith(PyTorch.DATA_LOADER_PREFIX) && name.endsWith(SUFFIX));
        return isKnown ? name : PyTorch.DATA_LOADER_PREFIX + name + SUFFIX;
    }
}
