package io.stepprofiler.frameworks;

/** JavaCPP, the calls of native libraries of which ND4J and others consist. */
final class JavaCpp {
    static final Framework FRAMEWORK = Framework.named("JavaCPP")
            .classes("org.bytedeco.")
            .artifacts("org.bytedeco/javacpp")
            .advice(Problem.TENSORS_KEPT, "try (PointerScope step = new PointerScope()) { ... } around each step")
            .advice(
                    Problem.COLLECTIONS_CALLED,
                    "raise -Dorg.bytedeco.javacpp.maxbytes and .maxphysicalbytes, and use close() or"
                            + " PointerScope in each step: JavaCPP calls System.gc() and sleeps 100 ms when"
                            + " memory runs short")
            .framework();

    private JavaCpp() {}
}
