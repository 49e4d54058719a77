package io.stepprofiler.frameworks;

/** Deeplearning4j, with DataVec, which reads its data. */
final class Deeplearning4j {
    private static final String PREFETCH = "model.fit(new AsyncDataSetIterator(iterator, 4))";

    static final Framework FRAMEWORK = new Framework("Deeplearning4j", Nd4j.FRAMEWORK)
            .has(Fact.SHORT_NAME, "DL4J")
            .has(Fact.CLASSES, "org.deeplearning4j.", "org.datavec.")
            .hasArtifacts("org.deeplearning4j/deeplearning4j-nn")
            .has(Fact.FILES, "/deeplearning4j-(nn|core)")
            .has(Fact.WEAVING, "dl4j")
            .has(Fact.BY_AGENT, "DATA_LOADING", "OPERATIONS")
            .advises(Problem.BATCHES_LATE, PREFETCH)
            .advises(
                    Problem.LOADER_SLOW,
                    "batch.save(file) for each batch, once, then model.fit(new"
                            + " ExistingMiniBatchDataSetIterator(directory))")
            .advises(Problem.DEVICE_STARVED, PREFETCH)
            .advises(
                    Problem.STEPS_SLOWER,
                    "remove listeners that keep every iteration, such as a StatsListener in memory");

    private Deeplearning4j() {}
}
