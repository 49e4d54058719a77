package io.stepprofiler.frameworks;

/** Deeplearning4j, with DataVec, which reads its data. */
final class Deeplearning4j {
    private static final String PREFETCH = "model.fit(new AsyncDataSetIterator(iterator, 4))";

    static final Framework FRAMEWORK = Framework.named("Deeplearning4j")
            .shortName("DL4J")
            .on(Nd4j.FRAMEWORK)
            .classes("org.deeplearning4j.", "org.datavec.")
            .artifacts("org.deeplearning4j/deeplearning4j-nn")
            .files("/deeplearning4j-(nn|core)")
            .weaving("dl4j")
            .evidenceByAgent("DATA_LOADING", "OPERATIONS")
            .advice(Problem.BATCHES_LATE, PREFETCH)
            .advice(
                    Problem.LOADER_SLOW,
                    "batch.save(file) for each batch, once, then model.fit(new"
                            + " ExistingMiniBatchDataSetIterator(directory))")
            .advice(Problem.DEVICE_STARVED, PREFETCH)
            .advice(
                    Problem.STEPS_SLOWER,
                    "remove listeners that keep every iteration, such as a StatsListener in memory")
            .framework();

    private Deeplearning4j() {}
}
