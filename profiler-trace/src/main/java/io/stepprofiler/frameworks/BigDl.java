package io.stepprofiler.frameworks;

/** BigDL. */
final class BigDl {
    static final Framework FRAMEWORK =
            Framework.named("BigDL").classes("com.intel.analytics.bigdl.").framework();

    private BigDl() {}
}
