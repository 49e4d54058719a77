package io.stepprofiler.benchmarks.pipeline;

/** Kind of an operation of a step that is divided into stages of a pipeline and copies of the model. */
enum PipelineKind {
    /** Forward computation of a microbatch. */
    FORWARD("forward-compute", Average.MEAN, Meeting.NONE),
    /** Backward computation of a microbatch. */
    BACKWARD("backward-compute", Average.MEAN, Meeting.NONE),
    /** Activations to the next stage. */
    FORWARD_SEND("forward-send", Average.MEDIAN, Meeting.PAIR),
    /** Activations from the stage before. */
    FORWARD_RECEIVE("forward-recv", Average.MEDIAN, Meeting.PAIR),
    /** Gradients to the stage before. */
    BACKWARD_SEND("backward-send", Average.MEDIAN, Meeting.PAIR),
    /** Gradients from the next stage. */
    BACKWARD_RECEIVE("backward-recv", Average.MEDIAN, Meeting.PAIR),
    /** Parameters of a model chunk from all copies. */
    GATHER("params-all-gather", Average.MEDIAN, Meeting.COPIES),
    /** Gradients of a model chunk over all copies. */
    SCATTER("grads-reduce-scatter", Average.MEDIAN, Meeting.COPIES),
    /** Garbage collection that the program asks for between the backward pass and the optimizer. */
    COLLECTION("gc", Average.MEAN, Meeting.NONE),
    /** Gradients of the layer norms, within a stage. */
    NORM_REDUCE("layernorm-grads-all-reduce", Average.MEDIAN, Meeting.NONE),
    /** Gradients of the embedding, which the first and the last stage share. */
    EMBEDDING_REDUCE("embedding-grads-all-reduce", Average.MEDIAN, Meeting.STAGES),
    /** Gradients outside of the overlapped reduce-scatters, over all copies. */
    SEPARATE_REDUCE("separate-grads-all-reduce", Average.MEDIAN, Meeting.COPIES),
    /** Norm of all gradients, over all stages and copies. */
    CLIP("optimizer-clip-main-grad", Average.MEDIAN, Meeting.ALL),
    /** Update of the parameters. */
    OPTIMIZER("optimizer", Average.MEAN, Meeting.NONE);

    /** Duration in the ideal step. */
    enum Average {
        /** Mean: work that could be divided better. */
        MEAN,
        /** Median: transfers, whose longest ones are waits for something that is not recorded. */
        MEDIAN
    }

    /** Operations that start together with one. */
    enum Meeting {
        /** No others. */
        NONE,
        /** The operation at the other end. */
        PAIR,
        /** The same operation of the other copies. */
        COPIES,
        /** The same operation of the other stages. */
        STAGES,
        /** The same operation of all stages and copies. */
        ALL
    }

    private final String label;
    private final Average average;
    private final Meeting meeting;

    PipelineKind(String label, Average average, Meeting meeting) {
        this.label = label;
        this.average = average;
        this.meeting = meeting;
    }

    /** {@return the name, as traces of Megatron-LM have it} */
    String label() {
        return label;
    }

    /** Returns the name of the part to which the slowdown is attributed: both ends of a transfer are one part. */
    String part() {
        return switch (this) {
            case FORWARD_SEND, FORWARD_RECEIVE -> "forward-pp-comm";
            case BACKWARD_SEND, BACKWARD_RECEIVE -> "backward-pp-comm";
            default -> label;
        };
    }

    boolean isAveragedByMean() {
        return average == Average.MEAN;
    }

    boolean isAcrossStages() {
        return meeting == Meeting.STAGES || meeting == Meeting.ALL;
    }

    boolean isAcrossCopies() {
        return meeting == Meeting.COPIES || meeting == Meeting.ALL;
    }
}
