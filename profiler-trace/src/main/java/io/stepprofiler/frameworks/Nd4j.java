package io.stepprofiler.frameworks;

/** ND4J, with its graphs of SameDiff. */
final class Nd4j {
    static final Framework FRAMEWORK = Framework.named("ND4J")
            .on(JavaCpp.FRAMEWORK)
            .classes("org.nd4j.")
            .artifacts("org.nd4j/nd4j-api")
            .files("/lib(jni)?nd4j|/nd4j-(api|native)")
            .namespace("nd4j::")
            .weaving("nd4j")
            .operations(OperationUse.COPY, "dup", "assign", "cast")
            .operations(OperationUse.INDEX, "getScalar", "get")
            .operations(OperationUse.ELEMENT, "getScalar", "get")
            .evidenceByAgent("OPERATIONS")
            .advice(Problem.ELEMENTS_READ, "float[] all = array.data().asFloat(); before the loop, or array.argMax(1)")
            .advice(Problem.THREADS_MANY, "Nd4j.getEnvironment().setMaxMasterThreads({processors})")
            .advice(
                    Problem.COLLECTIONS_CALLED,
                    "Nd4j.getMemoryManager().togglePeriodicGc(false) with workspaces, or setAutoGcWindow(10000)")
            .framework();

    private Nd4j() {}
}
