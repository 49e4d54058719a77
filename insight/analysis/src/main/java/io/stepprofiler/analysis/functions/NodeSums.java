package io.stepprofiler.analysis.functions;

/** Sums over the executions of one node. */
final class NodeSums {
    private final ApplyIdentity node;
    private final int id;
    private long calls;
    private long nanos;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos;
    private long flops;
    private long flopCalls;
    private long flopNanos;

    NodeSums(ApplyIdentity node, int id) {
        this.node = node;
        this.id = id;
    }

    /** Adds an execution; a negative number of floating point operations is unknown. */
    void add(long duration, long operations) {
        calls++;
        nanos += duration;
        minNanos = Math.min(minNanos, duration);
        maxNanos = Math.max(maxNanos, duration);
        if (operations >= 0) {
            flops = sum(flops, operations);
            flopCalls++;
            flopNanos += duration;
        }
    }

    void add(Apply other) {
        if (other.calls() > 0) {
            calls += other.calls();
            nanos += other.nanos();
            minNanos = Math.min(minNanos, other.minNanos());
            maxNanos = Math.max(maxNanos, other.maxNanos());
            flops = sum(flops, other.flops());
            flopCalls += other.flopCalls();
            flopNanos += other.flopNanos();
        }
    }

    static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    Apply apply() {
        return new Apply(
                id,
                node.operation(),
                node.path(),
                node.site(),
                node.occurrence(),
                calls,
                nanos,
                calls == 0 ? 0 : minNanos,
                maxNanos,
                flops,
                flopCalls,
                flopNanos);
    }
}
