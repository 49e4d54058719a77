package io.stepprofiler.frameworks;

/** Tribuo. */
final class Tribuo {
    static final Framework FRAMEWORK = Framework.named("Tribuo")
            .classes("org.tribuo.")
            .artifacts("org.tribuo/tribuo-core")
            .files("/tribuo-core-")
            .framework();

    private Tribuo() {}
}
