package io.stepprofiler.benchmarks.pipeline;

/**
 * Operation of a stage in every step and copy.
 *
 * @param index position among the nodes
 * @param number position among the operations of its kind, stage and step, by start
 * @param model the operation of the first step and copy, which the dependencies are derived from
 */
record PipelineNode(int index, int number, PipelineOperation model) {
    PipelineKind kind() {
        return model.kind();
    }

    int stage() {
        return model.stage();
    }

    long start() {
        return model.startNanos();
    }

    long end() {
        return model.endNanos();
    }

    @Override
    public String toString() {
        return kind().label() + " " + number + " of stage " + stage();
    }
}
