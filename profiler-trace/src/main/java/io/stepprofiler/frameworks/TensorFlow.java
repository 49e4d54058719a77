package io.stepprofiler.frameworks;

/** TensorFlow, from Java or from Python. */
public final class TensorFlow {
    /** Prefix of the names of waits for the next batch. */
    public static final String DATA_LOADER_PREFIX = "IteratorGetNext";

    static final Framework FRAMEWORK = Framework.named("TensorFlow")
            .library("TensorFlow-Java")
            .classes("org.tensorflow.")
            .artifacts("org.tensorflow/tensorflow-core-api")
            .files("/lib(jni)?tensorflow")
            .framework();

    private TensorFlow() {}
}
