package io.stepprofiler.frameworks;

/** Smile. */
final class Smile {
    static final Framework FRAMEWORK =
            Framework.named("Smile").files("/smile-core-").framework();

    private Smile() {}
}
