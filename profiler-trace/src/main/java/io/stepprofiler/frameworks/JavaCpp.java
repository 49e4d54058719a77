package io.stepprofiler.frameworks;

/** JavaCPP, the calls of native libraries of which ND4J and others consist. */
final class JavaCpp {
    static final Framework FRAMEWORK = new Framework("JavaCPP")
            .has(Fact.CLASSES, "org.bytedeco.")
            .hasArtifacts("org.bytedeco/javacpp")
            .advises(Problem.TENSORS_KEPT, "try (PointerScope step = new PointerScope()) { ... } around each step")
            .advises(
                    Problem.COLLECTIONS_CALLED,
                    "raise -Dorg.bytedeco.javacpp.maxbytes and .maxphysicalbytes, and use close() or"
                            + " PointerScope in each step: JavaCPP calls System.gc() and sleeps 100 ms when"
                            + " memory runs short");

    private JavaCpp() {}
}
