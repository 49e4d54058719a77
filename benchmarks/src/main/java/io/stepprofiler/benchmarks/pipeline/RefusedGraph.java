package io.stepprofiler.benchmarks.pipeline;

/** Thrown inside of the package at the first reason for a refusal. */
final class RefusedGraph extends Exception {
    private static final long serialVersionUID = 1;

    private final transient GraphRefusal refusal;

    RefusedGraph(GraphRefusal.Reason reason, String detail) {
        super(detail);
        refusal = new GraphRefusal(reason, detail);
    }

    GraphRefusal refusal() {
        return refusal;
    }
}
