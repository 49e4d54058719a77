package io.stepprofiler.analysis.memory;

import static io.stepprofiler.event.MemoryCategory.ACTIVATION;
import static io.stepprofiler.event.MemoryCategory.AUTOGRAD_DETAIL;
import static io.stepprofiler.event.MemoryCategory.GRADIENT;
import static io.stepprofiler.event.MemoryCategory.INPUT;
import static io.stepprofiler.event.MemoryCategory.OPTIMIZER_STATE;
import static io.stepprofiler.event.MemoryCategory.PARAMETER;
import static io.stepprofiler.event.MemoryCategory.TEMPORARY;
import static io.stepprofiler.event.MemoryCategory.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.analysis.memory.MemoryChange.TimelineAction;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.traced.LinearTraining;
import io.stepprofiler.traced.TracedProgram;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CategoryInferenceTest {
    private static final Map<Long, MemoryCategory> LINEAR_LAYER = Map.ofEntries(
            Map.entry(LinearTraining.WEIGHT, PARAMETER),
            Map.entry(LinearTraining.BIAS, PARAMETER),
            Map.entry(LinearTraining.DATA, INPUT),
            Map.entry(LinearTraining.TARGET, INPUT),
            Map.entry(LinearTraining.HIDDEN, ACTIVATION),
            Map.entry(LinearTraining.LOSS, ACTIVATION),
            Map.entry(LinearTraining.WORKSPACE, TEMPORARY),
            Map.entry(LinearTraining.WEIGHT_GRADIENT, GRADIENT),
            Map.entry(LinearTraining.BIAS_GRADIENT, GRADIENT),
            Map.entry(LinearTraining.OUTPUT_GRADIENT, AUTOGRAD_DETAIL),
            Map.entry(LinearTraining.LOSS_GRADIENT, ACTIVATION),
            Map.entry(LinearTraining.WEIGHT_MOMENTUM, OPTIMIZER_STATE),
            Map.entry(LinearTraining.BIAS_MOMENTUM, OPTIMIZER_STATE),
            Map.entry(LinearTraining.LEAK, UNKNOWN));

    private final TracedProgram program = new TracedProgram();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void of_linearLayerTrainedWithMomentum_findsEveryCategory(int steps) {
        Map<Long, Set<MemoryCategory>> expected = new TreeMap<>();
        LINEAR_LAYER.forEach((bytes, category) -> expected.put(bytes, EnumSet.of(category)));

        assertThat(categoriesBySize(LinearTraining.of(steps))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void of_threadsThatWaitAmongOperations_findsTheSame(int steps) {
        assertThat(categoriesBySize(LinearTraining.waiting(steps)))
                .isEqualTo(categoriesBySize(LinearTraining.of(steps)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void of_optimizerWithoutScope_stillFindsParameters(int steps) {
        Map<Long, Set<MemoryCategory>> categories = categoriesBySize(LinearTraining.of(steps, false));

        assertThat(categories)
                .containsEntry(LinearTraining.WEIGHT, EnumSet.of(PARAMETER))
                .containsEntry(LinearTraining.BIAS, EnumSet.of(PARAMETER))
                .containsEntry(LinearTraining.DATA, EnumSet.of(INPUT))
                .containsEntry(LinearTraining.HIDDEN, EnumSet.of(ACTIVATION))
                .containsEntry(LinearTraining.WEIGHT_GRADIENT, EnumSet.of(GRADIENT));
    }

    @Test
    void of_noUpdateInTheWindow_takesParametersForInputs() {
        long weight = program.existing(100);
        long data = program.op("load", 200);
        long hidden = program.op("multiply", 300, weight, data);
        long[] gradient = new long[1];
        program.scope("MultiplyBackward0", () -> gradient[0] = program.op("multiply", 400, hidden, data, weight));
        program.scope("AccumulateGrad", () -> program.read("torch::autograd::AccumulateGrad", gradient[0]));

        assertThat(categories())
                .containsEntry(100L, EnumSet.of(INPUT))
                .containsEntry(200L, EnumSet.of(INPUT))
                .containsEntry(300L, EnumSet.of(INPUT))
                .containsEntry(400L, EnumSet.of(GRADIENT));
    }

    @Test
    void of_statedCategory_winsOverInference() {
        long buffer = program.allocate(100);
        state(buffer, OPTIMIZER_STATE);
        program.scope("AccumulateGrad", () -> program.write("add_", buffer));

        assertThat(categories()).containsEntry(100L, EnumSet.of(OPTIMIZER_STATE));
    }

    @Test
    void of_twoStatedCategories_takesTheLater() {
        long buffer = program.allocate(100);
        state(buffer, OPTIMIZER_STATE);
        state(buffer, PARAMETER);

        assertThat(categories()).containsEntry(100L, EnumSet.of(PARAMETER));
    }

    @Test
    void of_statedCategory_holdsForOneAllocationOfAnAddressOnly() {
        long first = program.allocate(100);
        state(first, PARAMETER);
        program.free(first);
        long second = program.allocate(100);

        MemoryTimeline timeline = MemoryTimeline.of(program.trace());

        assertThat(second).isEqualTo(first);
        assertThat(timeline.changes())
                .extracting(MemoryChange::action, MemoryChange::after)
                .containsExactly(
                        tuple(TimelineAction.CREATE, PARAMETER),
                        tuple(TimelineAction.DESTROY, PARAMETER),
                        tuple(TimelineAction.CREATE, UNKNOWN));
    }

    @Test
    void of_gradientAccumulatedInPlace_isAGradientWhateverItWasBefore() {
        long gradient = program.existing(100);
        long incoming = incomingGradient();
        program.scope(
                "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad",
                () -> program.write("aten::add_", gradient, incoming));

        assertThat(categories())
                .containsEntry(100L, EnumSet.of(GRADIENT))
                .containsEntry(200L, EnumSet.of(AUTOGRAD_DETAIL))
                .containsEntry(300L, EnumSet.of(INPUT));
    }

    @Test
    void of_gradientAddedToAnother_isADetailAndTheOtherTheGradient() {
        long gradient = program.existing(100);
        long incoming = incomingGradient();
        accumulation(incoming, () -> program.write("aten::add_", gradient, incoming));
        // As where one gradient goes to two parameters, so that it outlives the first of them.
        program.free(incoming);

        assertThat(categories())
                .containsEntry(100L, EnumSet.of(GRADIENT))
                .containsEntry(200L, EnumSet.of(AUTOGRAD_DETAIL));
    }

    @Test
    void of_gradientThatIsKept_isTheGradient() {
        long incoming = incomingGradient();
        accumulation(incoming, () -> program.read("aten::detach", incoming));

        assertThat(categories()).containsEntry(200L, EnumSet.of(GRADIENT));
    }

    @Test
    void of_gradientThatIsCopied_isTheCopy() {
        long incoming = incomingGradient();
        accumulation(incoming, () -> program.op("aten::clone", 400, incoming));

        assertThat(categories())
                .containsEntry(200L, EnumSet.of(AUTOGRAD_DETAIL))
                .containsEntry(400L, EnumSet.of(GRADIENT));
    }

    @Test
    void of_accumulationWithoutOperations_goesByWhetherItsInputOutlivesIt() {
        long[] incoming = new long[2];
        program.scope("XBackward0", () -> {
            incoming[0] = program.op("mm", 200, program.existing(300));
            incoming[1] = program.op("mm", 400, program.existing(300));
        });
        accumulation(incoming[0], () -> {});
        program.scope("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", () -> {
            program.read("torch::autograd::AccumulateGrad", incoming[1]);
            program.free(incoming[1]);
        });

        assertThat(categories())
                .containsEntry(200L, EnumSet.of(GRADIENT))
                .containsEntry(400L, EnumSet.of(AUTOGRAD_DETAIL));
    }

    /** A gradient of 200 bytes, on its way to where it is accumulated. */
    private long incomingGradient() {
        long[] incoming = new long[1];
        program.scope("XBackward0", () -> incoming[0] = program.op("mm", 200, program.existing(300)));
        return incoming[0];
    }

    private void accumulation(long incoming, Runnable body) {
        program.scope(
                "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad",
                () -> program.calling("torch::autograd::AccumulateGrad", body, incoming));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void of_adamWithoutAScope_findsItsStateAndItsScratch(int steps) {
        long weight = program.existing(100);
        long gradient = program.existing(104);
        long[] moments = {program.existing(200), program.existing(208)};
        for (int i = 0; i < steps; i++) {
            long data = program.op("load", 300);
            long hidden = program.op("mul", 400, weight, data);
            long[] incoming = new long[1];
            program.scope("MulBackward0", () -> incoming[0] = program.op("mul", 500, hidden, data));
            accumulation(incoming[0], () -> program.write("aten::add_", gradient, incoming[0]));
            program.free(incoming);
            long copy = program.op("clone", 600, gradient);
            program.write("mul_", moments[0]);
            program.write("add_", moments[0], copy);
            program.write("mul_", moments[1]);
            program.write("addcmul_", moments[1], copy, copy);
            long root = program.op("sqrt", 700, moments[1]);
            long change = program.op("div", 800, moments[0], root);
            program.write("sub_", weight, change);
            program.free(copy, root, change);
            program.write("zero_", gradient);
            program.free(data, hidden);
        }

        assertThat(categories())
                .containsEntry(100L, EnumSet.of(PARAMETER))
                .containsEntry(104L, EnumSet.of(GRADIENT))
                .containsEntry(200L, EnumSet.of(OPTIMIZER_STATE))
                .containsEntry(208L, EnumSet.of(OPTIMIZER_STATE))
                .containsEntry(400L, EnumSet.of(ACTIVATION))
                .containsEntry(500L, EnumSet.of(AUTOGRAD_DETAIL))
                .containsEntry(600L, EnumSet.of(TEMPORARY))
                .containsEntry(700L, EnumSet.of(TEMPORARY))
                .containsEntry(800L, EnumSet.of(TEMPORARY));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void of_weightDecayWithoutAScope_isTemporary(int steps) {
        long weight = program.existing(100);
        long gradient = program.existing(104);
        for (int i = 0; i < steps; i++) {
            long data = program.op("load", 200);
            long hidden = program.op("mul", 300, weight, data);
            long[] incoming = new long[1];
            program.scope("MulBackward0", () -> incoming[0] = program.op("mul", 400, hidden, data));
            accumulation(incoming[0], () -> program.write("aten::add_", gradient, incoming[0]));
            program.free(incoming[0], hidden, data);
            long scaled = program.op("mul", 500, weight);
            long decay = program.op("mul", 600, scaled);
            program.write("sub_", weight, decay);
            program.free(scaled, decay);
            program.write("sub_", weight, gradient);
        }

        assertThat(categories())
                .containsEntry(100L, EnumSet.of(PARAMETER))
                .containsEntry(300L, EnumSet.of(ACTIVATION))
                .containsEntry(500L, EnumSet.of(TEMPORARY))
                .containsEntry(600L, EnumSet.of(TEMPORARY));
    }

    @Test
    void of_momentumMadeInTheWindow_isStateFromWhereItIsKnown() {
        long gradient = program.existing(100);
        accumulation(program.existing(50), () -> program.write("aten::add_", gradient));
        long momentum = program.op("clone", 200, gradient);
        program.write("mul_", momentum);

        assertThat(categories()).containsEntry(200L, EnumSet.of(OPTIMIZER_STATE));
    }

    @Test
    void of_tensorInMemoryOfOthers_isNoPieceOfMemoryAndNothingOdd() {
        long buffer = program.allocate(100);
        program.free(buffer);
        // Labels, say, that wrap a buffer of Java's which happens to lie there now.
        program.read("gather", buffer);
        program.read("gather", buffer);
        program.allocate(100);

        MemoryTimeline timeline = MemoryTimeline.of(program.trace());
        assertThat(timeline.changes())
                .extracting(MemoryChange::action)
                .containsExactly(TimelineAction.CREATE, TimelineAction.DESTROY, TimelineAction.CREATE);
        assertThat(timeline.account().foreign()).isOne();
        assertThat(timeline.account().isClean()).isTrue();
        assertThat(timeline.account().summary()).endsWith("1 foreign; no anomalies");
    }

    @Test
    void of_temporary_isFreedInTheOperationThatAllocatedIt() {
        long input = program.existing(100);
        long output = program.op("conv", 200, 300, new long[] {input});
        program.free(output);

        assertThat(categories()).containsEntry(300L, EnumSet.of(TEMPORARY)).containsEntry(200L, EnumSet.of(UNKNOWN));
    }

    /** Sizes and categories of CheckpointFunctionBackward in torch 2.13: freed inside is temporary, the rest is not. */
    @Test
    void of_forwardPassMadeAgainInABackwardFunction_isTemporary() {
        long data = program.existing(100);
        long[] passedOn = new long[1];
        program.scope(
                "autograd::engine::evaluate_function: CheckpointFunctionBackward",
                () -> program.scope("CheckpointFunctionBackward", () -> {
                    long[] again = {program.op("aten::exp", 200, data)};
                    program.scope("ExpBackward0", () -> {
                        passedOn[0] = program.op("aten::mul", 300, again[0]);
                        program.op("aten::mul", 400, passedOn[0]);
                    });
                    program.free(again);
                }));
        program.free(passedOn);

        assertThat(categories())
                .containsEntry(200L, EnumSet.of(TEMPORARY))
                .containsEntry(300L, EnumSet.of(AUTOGRAD_DETAIL))
                .containsEntry(400L, EnumSet.of(AUTOGRAD_DETAIL));
    }

    @Test
    void of_inferenceTurnedOff_hasStatedCategoriesOnly() {
        long stated = program.allocate(100);
        state(stated, GRADIENT);
        long weight = program.existing(50);
        program.scope("Optimizer.step#SGD.step", () -> program.op("clone", 200, weight));

        MemoryTimeline timeline =
                MemoryTimeline.of(program.trace(), MemoryTimelineOptions.DEFAULT.withInferCategories(false));

        assertThat(categoriesBySize(timeline))
                .containsExactly(Map.entry(100L, EnumSet.of(GRADIENT)), Map.entry(200L, EnumSet.of(UNKNOWN)));
    }

    @Test
    void of_allocationInOptimizer_isItsStateIfItOutlivesItElseTemporary() {
        program.scope("Optimizer.step#Adam.step", () -> {
            program.allocate(100);
            program.free(program.allocate(200));
        });

        assertThat(categories())
                .containsExactly(Map.entry(100L, EnumSet.of(OPTIMIZER_STATE)), Map.entry(200L, EnumSet.of(TEMPORARY)));
    }

    @Test
    void of_memoryThatOnlyOperationsKnow_hasTheSizeOfItsTensorAndIsThereFromTheStart() {
        long weight = program.existing(400);
        program.free(program.op("relu", 100, weight));

        assertThat(MemoryTimeline.of(program.trace()).changes().get(0))
                .extracting(MemoryChange::action, MemoryChange::bytes, MemoryChange::address)
                .containsExactly(TimelineAction.PREEXISTING, 400L, weight);
    }

    @Test
    void of_memoryStatedAfterItsAddressWasFreed_isWhatItIsSaidToBeWithoutASize() {
        long buffer = program.allocate(100);
        program.free(buffer);
        // Such as a foreign buffer that a tensor wraps.
        state(buffer, INPUT);
        program.op("relu", 200, buffer);

        MemoryTimeline timeline = MemoryTimeline.of(program.trace());
        assertThat(categoriesBySize(timeline)).containsEntry(200L, EnumSet.of(ACTIVATION));
        assertThat(timeline.changes())
                .filteredOn(change -> change.address() == buffer)
                .extracting(MemoryChange::action)
                .containsExactly(TimelineAction.CREATE, TimelineAction.DESTROY);
    }

    private void state(long address, MemoryCategory category) {
        program.builder.memory(new MemoryEvent(
                program.tick(),
                TracedProgram.THREAD,
                MemoryAction.CATEGORIZE,
                Device.CPU,
                address,
                0,
                -1,
                0,
                category,
                -1));
    }

    private Map<Long, Set<MemoryCategory>> categories() {
        return categoriesBySize(program.trace());
    }

    private static Map<Long, Set<MemoryCategory>> categoriesBySize(Trace trace) {
        return categoriesBySize(MemoryTimeline.of(trace));
    }

    private static Map<Long, Set<MemoryCategory>> categoriesBySize(MemoryTimeline timeline) {
        Map<Long, Set<MemoryCategory>> categories = new TreeMap<>();
        for (MemoryChange change : timeline.changes()) {
            categories
                    .computeIfAbsent(change.bytes(), any -> EnumSet.noneOf(MemoryCategory.class))
                    .add(change.after());
        }
        return categories;
    }
}
