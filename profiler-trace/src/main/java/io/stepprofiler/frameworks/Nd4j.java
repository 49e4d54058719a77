package io.stepprofiler.frameworks;

/** ND4J, with its graphs of SameDiff. */
final class Nd4j {
    static final Framework FRAMEWORK = new Framework("ND4J", JavaCpp.FRAMEWORK)
            .has(Fact.CLASSES, "org.nd4j.")
            .hasArtifacts("org.nd4j/nd4j-api")
            .has(Fact.FILES, "/lib(jni)?nd4j|/nd4j-(api|native)")
            .has(Fact.NAMESPACE, "nd4j::")
            .has(Fact.WEAVING, "nd4j")
            .has(Fact.COPIES, "dup", "assign", "cast")
            .has(Fact.INDEXES, "getScalar", "get")
            .has(Fact.ELEMENTS, "getScalar", "get")
            .has(Fact.BY_AGENT, "OPERATIONS")
            .advises(Problem.ELEMENTS_READ, "float[] all = array.data().asFloat(); before the loop, or array.argMax(1)")
            .advises(Problem.THREADS_MANY, "Nd4j.getEnvironment().setMaxMasterThreads({processors})")
            .advises(
                    Problem.COLLECTIONS_CALLED,
                    "Nd4j.getMemoryManager().togglePeriodicGc(false) with workspaces, or setAutoGcWindow(10000)");

    private Nd4j() {}
}
