/** Source of work, calls and memory of the GPUs that this process uses through CUDA. */
module io.stepprofiler.cuda {
    requires transitive io.stepprofiler.core;
    requires io.stepprofiler.nativeaccess;
    requires static org.jspecify;

    exports io.stepprofiler.cuda;
}
