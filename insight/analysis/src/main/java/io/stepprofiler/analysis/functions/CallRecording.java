package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.functions.FunctionProfile.CallTotals;
import io.stepprofiler.flops.Flops;
import io.stepprofiler.trace.Track;

/** Adds calls on one track to the profile of a function. */
final class CallRecording implements TrackOperations.Visitor {
    private final Track track;
    private final TraceNodes nodes;
    private final Flops flops;
    private final FunctionSums function;
    private boolean isIgnored;
    private long spanStart;
    private long spanEnd;

    CallRecording(Track track, TraceNodes nodes, Flops flops, FunctionSums function) {
        this.track = track;
        this.nodes = nodes;
        this.flops = flops;
        this.function = function;
    }

    /** Adds a call; an ignored call adds its nodes, but no times. */
    void record(Call call, TrackOperations operations, boolean ignore) {
        isIgnored = ignore;
        spanStart = Long.MAX_VALUE;
        spanEnd = Long.MIN_VALUE;
        nodes.beginCall();
        operations.visit(call, this);
        function.add(
                ignore
                        ? CallTotals.ofIgnored()
                        : CallTotals.ofCall(call.nanos(), spanStart == Long.MAX_VALUE ? 0 : spanEnd - spanStart));
    }

    @Override
    public void operation(int event, int path, long startNanos, long nanos) {
        NodeSums node = nodes.node(function, track, event, path);
        spanStart = Math.min(spanStart, startNanos);
        spanEnd = startNanos + nanos;
        if (!isIgnored) {
            node.add(nanos, flops.of(track.nameId(event), track.signatureId(event)));
        }
    }
}
