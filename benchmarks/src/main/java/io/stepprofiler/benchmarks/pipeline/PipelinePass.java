package io.stepprofiler.benchmarks.pipeline;

/** One direction through the pipeline: the kinds of its operations, and the way from a stage to the next. */
enum PipelinePass {
    FORWARD(PipelineKind.FORWARD, PipelineKind.FORWARD_SEND, PipelineKind.FORWARD_RECEIVE, 1),
    BACKWARD(PipelineKind.BACKWARD, PipelineKind.BACKWARD_SEND, PipelineKind.BACKWARD_RECEIVE, -1);

    private final PipelineKind compute;
    private final PipelineKind send;
    private final PipelineKind receive;
    private final int towards;

    PipelinePass(PipelineKind compute, PipelineKind send, PipelineKind receive, int towards) {
        this.compute = compute;
        this.send = send;
        this.receive = receive;
        this.towards = towards;
    }

    PipelineKind compute() {
        return compute;
    }

    PipelineKind send() {
        return send;
    }

    PipelineKind receive() {
        return receive;
    }

    /** Returns the distance from a sender's stage, or model chunk, to the receiver's. */
    int towards() {
        return towards;
    }
}
