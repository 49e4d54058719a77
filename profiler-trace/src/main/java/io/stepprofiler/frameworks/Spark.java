package io.stepprofiler.frameworks;

/** Spark, with its library for training. */
final class Spark {
    static final Framework FRAMEWORK = Framework.named("Spark")
            .classes("org.apache.spark.")
            .version("spark-version-info.properties", "version")
            .files("/spark-(core|mllib)_")
            .framework();

    private Spark() {}
}
