/** Operations and tensor memory of any libtorch in the process. */
module io.stepprofiler.pytorch {
    requires transitive io.stepprofiler.core;
    requires io.stepprofiler.nativeaccess;
    requires static org.jspecify;

    exports io.stepprofiler.pytorch;

    provides io.stepprofiler.source.ActivitySource with
            io.stepprofiler.pytorch.TorchSource;
}
