package io.stepprofiler.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.benchmarks.pipeline.GraphRefusal.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class GraphWhatIfTest {
    private static final int COPIES = 3;
    private static final int STAGES = 3;
    private static final int BATCHES = 4;
    private static final int STEPS = 3;

    /** Times that depend on the operation and a seed only; the last stage takes half as long again. */
    private static SimulatedPipeline.Durations random(int seed) {
        return (kind, copy, stage, step, number) -> {
            Random random = new Random(seed
                    + 31L * (kind.label().hashCode() + 31L * (copy + 31L * (stage + 31L * (step + 31L * number)))));
            random.nextInt();
            long base = kind.isAveragedByMean() ? 1_000_000 : 10_000;
            return base + random.nextInt((int) base) + (stage == STAGES - 1 ? base / 2 : 0);
        };
    }

    private static List<PipelineOperation> simulated(SimulatedPipeline.Durations durations) {
        return SimulatedPipeline.operations(COPIES, STAGES, BATCHES, STEPS, durations);
    }

    private static GraphSlowdown slowdown(List<PipelineOperation> operations) {
        return (GraphSlowdown) GraphWhatIf.of(operations);
    }

    private static Reason reason(List<PipelineOperation> operations) {
        return ((GraphRefusal) GraphWhatIf.of(operations)).reason();
    }

    /** Averages of all times that the simulation drew, by kind. */
    private static Map<PipelineKind, Long> averages(SimulatedPipeline.Durations durations) {
        Map<PipelineKind, List<Long>> drawn = new EnumMap<>(PipelineKind.class);
        simulated((kind, copy, stage, step, number) -> {
            long time = durations.of(kind, copy, stage, step, number);
            drawn.computeIfAbsent(kind, any -> new ArrayList<>()).add(time);
            return time;
        });
        Map<PipelineKind, Long> averages = new EnumMap<>(PipelineKind.class);
        drawn.forEach((kind, times) -> {
            Collections.sort(times);
            long mean = times.stream().mapToLong(time -> time).sum() / times.size();
            long median = (times.get((times.size() - 1) / 2) + times.get(times.size() / 2)) / 2;
            averages.put(kind, kind.isAveragedByMean() ? mean : median);
        });
        return averages;
    }

    private static double part(List<PartSlowdown> parts, String name) {
        return parts.stream()
                .filter(part -> part.part().equals(name))
                .mapToDouble(PartSlowdown::slowdown)
                .findFirst()
                .orElseThrow();
    }

    @RepeatedTest(20)
    void of_simulatedPipeline_hasTheSlowdownsOfSimulationsWithAverages(RepetitionInfo repetition) {
        SimulatedPipeline.Durations own = random(repetition.getCurrentRepetition());
        Map<PipelineKind, Long> averages = averages(own);
        List<PipelineOperation> operations = simulated(own);
        Collections.shuffle(operations, new Random(1));
        GraphSlowdown slowdown = slowdown(operations);
        double ideal = SimulatedPipeline.total(simulated((kind, copy, stage, step, number) -> averages.get(kind)));
        double recorded = SimulatedPipeline.total(operations);
        assertThat(slowdown.replayError()).isZero();
        assertThat(slowdown.recordedNanos()).isEqualTo(slowdown.noDelayNanos()).isEqualTo((long) recorded / STEPS);
        assertThat(slowdown.slowdown()).isCloseTo(recorded / ideal, within(1e-12));
        GraphSlowdown.Parts parts = slowdown.parts().orElseThrow();
        double copy1 = SimulatedPipeline.total(simulated((kind, copy, stage, step, number) ->
                copy == 1 ? own.of(kind, copy, stage, step, number) : averages.get(kind)));
        assertThat(part(parts.copies(), "1")).isCloseTo(copy1 / ideal, within(1e-12));
        double stage2 = SimulatedPipeline.total(simulated((kind, copy, stage, step, number) ->
                stage == 2 ? own.of(kind, copy, stage, step, number) : averages.get(kind)));
        assertThat(part(parts.stages(), "2")).isCloseTo(stage2 / ideal, within(1e-12));
        double forward = SimulatedPipeline.total(simulated((kind, copy, stage, step, number) ->
                kind == PipelineKind.FORWARD ? own.of(kind, copy, stage, step, number) : averages.get(kind)));
        assertThat(part(parts.kinds(), "forward-compute")).isCloseTo(forward / ideal, within(1e-12));
        double without2 = SimulatedPipeline.total(simulated((kind, copy, stage, step, number) ->
                stage == 2 ? averages.get(kind) : own.of(kind, copy, stage, step, number)));
        assertThat(parts.lastStage().removal()).isCloseTo((recorded - without2) / (recorded - ideal), within(1e-9));
        assertThat(parts.lastStage().addition()).isCloseTo((stage2 - ideal) / (recorded - ideal), within(1e-9));
    }

    @Test
    void of_slowWorker_namesItFirst() {
        GraphSlowdown slowdown = slowdown(simulated((kind, copy, stage, step, number) ->
                copy == 2 && stage == 1 && kind.isAveragedByMean() ? 2000 : kind.isAveragedByMean() ? 1000 : 10));
        GraphSlowdown.Parts parts = slowdown.parts().orElseThrow();
        assertThat(parts.workers()).hasSize(COPIES * STAGES);
        assertThat(parts.workers().get(0)).returns(2, WorkerSlowdown::copy).returns(1, WorkerSlowdown::stage);
        assertThat(parts.worstWorkers().removal()).isCloseTo(1, within(0.2));
    }

    /** Copies take 100 and 200 ns forward, and meet in a scatter of 10 ns; the mean is 150 ns. */
    @Test
    void of_twoCopies_isComputedByHand() {
        List<PipelineOperation> operations = List.of(
                new PipelineOperation(0, 0, 7, PipelineKind.FORWARD, 0, 1000, 100),
                new PipelineOperation(1, 0, 7, PipelineKind.FORWARD, 0, 1000, 200),
                new PipelineOperation(0, 0, 7, PipelineKind.SCATTER, 0, 1100, 110),
                new PipelineOperation(1, 0, 7, PipelineKind.SCATTER, 0, 1205, 5));
        GraphSlowdown slowdown = slowdown(operations);
        assertThat(slowdown.recordedNanos()).isEqualTo(210);
        assertThat(slowdown.noDelayNanos()).isEqualTo(205);
        assertThat(slowdown.idealNanos()).isEqualTo(155);
        GraphSlowdown.Parts parts = slowdown.parts().orElseThrow();
        assertThat(parts.copies()).containsExactly(new PartSlowdown("0", 1), new PartSlowdown("1", 205.0 / 155));
        assertThat(parts.kinds())
                .containsExactly(
                        new PartSlowdown("forward-compute", 205.0 / 155), new PartSlowdown("grads-reduce-scatter", 1));
        assertThat(parts.worstWorkers()).isEqualTo(new SetEffect(1, 1));
    }

    @Test
    void of_equalOperations_hasNoParts() {
        GraphSlowdown slowdown = slowdown(simulated((kind, copy, stage, step, number) -> 1000));
        assertThat(slowdown.slowdown()).isEqualTo(1);
        assertThat(slowdown.parts()).isEmpty();
    }

    @Test
    void of_stepWithAnOperationLess_leavesTheStepOut() {
        List<PipelineOperation> operations = without(each ->
                each.step() == 2 && each.kind() == PipelineKind.OPTIMIZER && each.copy() == 1 && each.stage() == 0);
        assertThat(slowdown(operations)).returns(2, GraphSlowdown::steps).returns(1, GraphSlowdown::stepsLeftOut);
    }

    @Test
    void of_firstStepOfItsOwnShape_isRefused() {
        assertThat(reason(without(each -> each.step() == 1 && each.kind() == PipelineKind.CLIP)))
                .isEqualTo(Reason.STEPS_DIFFER);
    }

    @Test
    void of_missingReceive_isRefused() {
        assertThat(reason(without(each -> each.kind() == PipelineKind.FORWARD_RECEIVE && each.stage() == 1)))
                .isEqualTo(Reason.UNMATCHED_TRANSFERS);
    }

    @Test
    void of_noOperations_isRefused() {
        assertThat(reason(List.of())).isEqualTo(Reason.EMPTY);
    }

    @Test
    void of_backwardPassBeforeTheForwardPassThatItNeeds_isRefused() {
        List<PipelineOperation> operations = new ArrayList<>();
        add(operations, 0, PipelineKind.BACKWARD_RECEIVE, 0, 10);
        add(operations, 0, PipelineKind.BACKWARD, 10, 10);
        add(operations, 0, PipelineKind.FORWARD, 20, 10);
        add(operations, 0, PipelineKind.FORWARD_SEND, 30, 10);
        add(operations, 1, PipelineKind.FORWARD_RECEIVE, 30, 10);
        add(operations, 1, PipelineKind.FORWARD, 40, 10);
        add(operations, 1, PipelineKind.BACKWARD, 50, 10);
        add(operations, 1, PipelineKind.BACKWARD_SEND, 60, 10);
        assertThat(reason(operations)).isEqualTo(Reason.CIRCLE);
    }

    /** The second computation starts 50 ms before the first has ended, which no replay does. */
    @Test
    void of_overlappingComputations_isRefused() {
        List<PipelineOperation> operations = new ArrayList<>();
        add(operations, 0, PipelineKind.FORWARD, 0, 100_000_000);
        add(operations, 0, PipelineKind.BACKWARD, 50_000_000, 100_000_000);
        assertThat(reason(operations)).isEqualTo(Reason.REPLAY_MISSES);
    }

    /** Two chunks on each of two stages: the last stage sends its first chunk's results back to the first stage. */
    @Test
    void of_twoChunksAStage_matchesTransfersAroundTheStages() {
        List<PipelineOperation> operations = new ArrayList<>();
        for (int chunk = 0; chunk < 2; chunk++) {
            for (int stage = 0; stage < 2; stage++) {
                long start = 100L * (2 * chunk + stage);
                operations.add(new PipelineOperation(0, stage, 1, PipelineKind.FORWARD, chunk, start, 90));
                add(operations, stage, PipelineKind.FORWARD_SEND, start + 90, 10);
                add(operations, stage, PipelineKind.FORWARD_RECEIVE, Math.max(0, start - 10), start == 0 ? 0 : 10);
            }
        }
        assertThat(slowdown(operations))
                .returns(0.0, GraphSlowdown::replayError)
                .returns(400L, GraphSlowdown::recordedNanos);
    }

    @Test
    void operation_withNegativeStage_isRejectedWithTheRange() {
        assertThatThrownBy(() -> new PipelineOperation(0, -1, 1, PipelineKind.FORWARD, 0, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("stage is -1, must be 0 to 99999");
    }

    private static void add(List<PipelineOperation> operations, int stage, PipelineKind kind, long start, long nanos) {
        operations.add(new PipelineOperation(0, stage, 1, kind, 0, start, nanos));
    }

    private static List<PipelineOperation> without(Predicate<PipelineOperation> missing) {
        return simulated(random(1)).stream().filter(missing.negate()).toList();
    }
}
