package io.stepprofiler.benchmarks.pipeline;

import java.util.List;
import java.util.Optional;

/**
 * Slowdown of a pipeline by operations that take longer than their peers. Times are means over the steps.
 *
 * @param steps number of steps
 * @param stepsLeftOut number of steps with other operations than the first
 * @param recordedNanos recorded step time
 * @param noDelayNanos step time without gaps between the operations
 * @param idealNanos step time if all operations of a kind take equally long
 * @param replayError median difference of replayed and recorded step times, as a part of the recorded ones
 * @param slowdown {@code noDelayNanos} as a multiple of {@code idealNanos}
 * @param parts the parts of the slowdown; empty below {@value #LEAST}
 */
record GraphSlowdown(
        int steps,
        int stepsLeftOut,
        long recordedNanos,
        long noDelayNanos,
        long idealNanos,
        double replayError,
        double slowdown,
        Optional<Parts> parts)
        implements GraphAnswer {
    /** Least slowdown that is divided into parts: below, the parts are noise. */
    static final double LEAST = 1.03;

    /**
     * Parts of a slowdown. They overlap, so they have no sum.
     *
     * @param copies by copy, in order
     * @param stages by stage, in order
     * @param kinds by kind of operation, the largest first
     * @param workers by worker, the largest first
     * @param worstWorkers effect of the worst 3 % of the workers, rounded up
     * @param lastStage effect of the last stage
     */
    record Parts(
            List<PartSlowdown> copies,
            List<PartSlowdown> stages,
            List<PartSlowdown> kinds,
            List<WorkerSlowdown> workers,
            SetEffect worstWorkers,
            SetEffect lastStage) {
        Parts {
            copies = List.copyOf(copies);
            stages = List.copyOf(stages);
            kinds = List.copyOf(kinds);
            workers = List.copyOf(workers);
        }
    }
}
