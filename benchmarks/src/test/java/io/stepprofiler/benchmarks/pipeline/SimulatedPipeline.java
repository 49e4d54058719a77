package io.stepprofiler.benchmarks.pipeline;

import static io.stepprofiler.benchmarks.pipeline.PipelineKind.BACKWARD;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.BACKWARD_RECEIVE;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.BACKWARD_SEND;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.CLIP;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.FORWARD;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.FORWARD_RECEIVE;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.FORWARD_SEND;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.GATHER;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.OPTIMIZER;
import static io.stepprofiler.benchmarks.pipeline.PipelineKind.SCATTER;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Steps of a pipeline in which every stage computes all forward passes, then all backward passes, written as loops over
 * microbatches, without a graph. Operations start as soon as they can.
 */
final class SimulatedPipeline {
    private static final long STEP = 1_000_000_000_000L;

    private final int copies;
    private final int stages;
    private final int batches;
    private final Durations durations;
    private final List<PipelineOperation> operations = new ArrayList<>();

    /** Time of an operation after the start of the last that it meets. */
    interface Durations {
        long of(PipelineKind kind, int copy, int stage, long step, int number);
    }

    private SimulatedPipeline(int copies, int stages, int batches, Durations durations) {
        this.copies = copies;
        this.stages = stages;
        this.batches = batches;
        this.durations = durations;
    }

    static List<PipelineOperation> operations(int copies, int stages, int batches, int steps, Durations durations) {
        SimulatedPipeline pipeline = new SimulatedPipeline(copies, stages, batches, durations);
        for (long step = 1; step <= steps; step++) {
            pipeline.step(step);
        }
        return pipeline.operations;
    }

    /** Returns the time from the first start to the last end of all steps together. */
    static long total(List<PipelineOperation> operations) {
        return operations.stream()
                .mapToLong(PipelineOperation::step)
                .distinct()
                .map(step -> operations.stream()
                                .filter(each -> each.step() == step)
                                .mapToLong(PipelineOperation::endNanos)
                                .max()
                                .orElseThrow()
                        - step * STEP)
                .sum();
    }

    private void step(long step) {
        long[][] free = new long[copies][stages];
        for (int stage = 0; stage < stages; stage++) {
            long[] starts = new long[copies];
            Arrays.fill(starts, step * STEP);
            meet(GATHER, stage, step, starts, free);
        }
        for (int copy = 0; copy < copies; copy++) {
            computations(copy, step, free[copy]);
        }
        for (int stage = 0; stage < stages; stage++) {
            long[] starts = new long[copies];
            for (int copy = 0; copy < copies; copy++) {
                starts[copy] = free[copy][stage];
            }
            meet(SCATTER, stage, step, starts, free);
        }
        long latest = 0;
        for (long[] copy : free) {
            for (long each : copy) {
                latest = Math.max(latest, each);
            }
        }
        for (int copy = 0; copy < copies; copy++) {
            for (int stage = 0; stage < stages; stage++) {
                long end = latest + durations.of(CLIP, copy, stage, step, 0);
                add(CLIP, copy, stage, step, free[copy][stage], end);
                add(OPTIMIZER, copy, stage, step, end, end + durations.of(OPTIMIZER, copy, stage, step, 0));
            }
        }
    }

    private void meet(PipelineKind kind, int stage, long step, long[] starts, long[][] free) {
        long latest = Arrays.stream(starts).max().orElseThrow();
        for (int copy = 0; copy < copies; copy++) {
            free[copy][stage] = latest + durations.of(kind, copy, stage, step, 0);
            add(kind, copy, stage, step, starts[copy], free[copy][stage]);
        }
    }

    private void computations(int copy, long step, long... free) {
        long start = step * STEP;
        long[][] forward = new long[stages][batches];
        long[] posted = new long[stages];
        for (int batch = 0; batch < batches; batch++) {
            for (int stage = 0; stage < stages; stage++) {
                if (stage > 0) {
                    long receive = batch == 0 ? start : forward[stage][batch - 1];
                    transfer(
                            FORWARD_SEND,
                            copy,
                            stage - 1,
                            stage,
                            step,
                            batch,
                            forward[stage - 1][batch],
                            receive,
                            free);
                }
                compute(FORWARD, copy, stage, step, batch, free);
                forward[stage][batch] = free[stage];
                if (batch == batches - 2) {
                    posted[stage] = free[stage];
                }
            }
        }
        long[][] backward = new long[stages][batches];
        for (int batch = 0; batch < batches; batch++) {
            for (int stage = stages - 1; stage >= 0; stage--) {
                if (stage < stages - 1) {
                    long receive = batch == 0 ? posted[stage] : backward[stage][batch - 1];
                    transfer(
                            BACKWARD_SEND,
                            copy,
                            stage + 1,
                            stage,
                            step,
                            batch,
                            backward[stage + 1][batch],
                            receive,
                            free);
                }
                compute(BACKWARD, copy, stage, step, batch, free);
                backward[stage][batch] = free[stage];
            }
        }
    }

    private void compute(PipelineKind kind, int copy, int stage, long step, int batch, long... free) {
        long end = free[stage] + durations.of(kind, copy, stage, step, batch);
        add(kind, copy, stage, step, free[stage], end);
        free[stage] = end;
    }

    /** Adds both ends of a transfer, after which the receiver may compute; both streams are free at their starts. */
    private void transfer(
            PipelineKind send, int copy, int from, int to, long step, int batch, long sent, long posted, long... free) {
        PipelineKind receive = send == FORWARD_SEND ? FORWARD_RECEIVE : BACKWARD_RECEIVE;
        long sendStart = Math.max(sent, lastEnd(send, copy, from, step));
        long receiveStart = Math.max(posted, lastEnd(receive, copy, to, step));
        long latest = Math.max(sendStart, receiveStart);
        add(send, copy, from, step, sendStart, latest + durations.of(send, copy, from, step, batch));
        long end = latest + durations.of(receive, copy, to, step, batch);
        add(receive, copy, to, step, receiveStart, end);
        free[to] = Math.max(free[to], end);
    }

    private long lastEnd(PipelineKind kind, int copy, int stage, long step) {
        return operations.stream()
                .filter(each ->
                        each.kind() == kind && each.copy() == copy && each.stage() == stage && each.step() == step)
                .mapToLong(PipelineOperation::endNanos)
                .max()
                .orElse(0);
    }

    private void add(PipelineKind kind, int copy, int stage, long step, long start, long end) {
        operations.add(new PipelineOperation(copy, stage, step, kind, 0, start, end - start));
    }
}
