package io.stepprofiler.frameworks;

/** MXNet. */
public final class Mxnet {
    /** Metadata key of files of its interface, whose processes have names of their own. */
    public static final String METADATA_KEY = "step-profiler mxnet";

    static final Framework FRAMEWORK = Framework.named("MXNet")
            .classes("org.apache.mxnet.")
            .files("/libmxnet")
            .framework();

    private Mxnet() {}
}
