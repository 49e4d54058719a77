package io.stepprofiler.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import ai.djl.Model;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import io.stepprofiler.Profile;
import io.stepprofiler.djl.recording.NativeLayer;
import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.djl.woven.WovenArrays;
import io.stepprofiler.djl.woven.WovenBlocks;
import io.stepprofiler.djl.woven.WovenEngineCalls;
import io.stepprofiler.djl.woven.WovenLoading;
import io.stepprofiler.djl.woven.WovenTraining;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What woven code calls, called by hand: mostly with what it should never be given. */
class WovenCodeTest {
    private final List<Trace> traces = new ArrayList<>();

    private Trace record(Runnable program) {
        try (Profile profile = Profile.builder()
                .recordShapes(true)
                .profileMemory(true)
                .source(WovenSource.create(true, NativeLayer.ABSENT, () -> {}))
                .onTraceReady(traces::add)
                .start()) {
            program.run();
            assertThat(profile.failures()).isEmpty();
        }
        return traces.get(traces.size() - 1);
    }

    private void callWithNonsense() {
        Object block = WovenBlocks.enter("no block");
        WovenTraining.exitForward(WovenTraining.enterForward("no trainer", 3), "no trainer");
        WovenTraining.exitOptimizer(WovenTraining.enterOptimizer(), "no trainer");
        WovenTraining.evaluated("no trainer");
        WovenLoading.loaded("no batch");
        WovenEngineCalls.exit(WovenEngineCalls.enter("add", new Object[] {null, new Object(), "text", 1.5f, true}));
        WovenArrays.created("no array");
        WovenArrays.closing("no array");
        WovenBlocks.exit(block);
    }

    @Test
    void calls_withNonsense_neverThrowAndRecordWhatTheyCan() {
        Trace trace = record(this::callWithNonsense);
        assertThat(trace.events())
                .extracting(TraceEvent::name)
                .containsExactly("String", "forward", "Optimizer.step#Trainer.step", "djl::add");
        assertThat(trace.account().unfinishedTotal()).isZero();
        assertThat(trace.metadata()).containsKey(WovenSource.KEY + " failures");
    }

    @Test
    void calls_whileNothingIsRecorded_doNothing() {
        assertThatCode(this::callWithNonsense).doesNotThrowAnyException();
        assertThat(WovenTraining.enterOptimizer()).isZero();
        assertThat(WovenBlocks.enter("no block")).isNull();
    }

    @Test
    void tokens_ofAWindowThatIsOver_endNothing() {
        long[] token = new long[1];
        record(() -> token[0] = WovenTraining.enterOptimizer());
        Trace next = record(() -> {
            long own = WovenTraining.enterEvaluate("no trainer");
            WovenTraining.exit(token[0]);
            WovenTraining.exit(own);
        });
        assertThat(next.events()).extracting(TraceEvent::name).containsExactly("evaluate");
        assertThat(next.account().unfinishedTotal()).isZero();
    }

    @Test
    void stack_ofWhatWovenCodeRecords_beginsInTheProgram() {
        try (Profile profile = Profile.builder()
                .withStack(true)
                .source(WovenSource.create(true, NativeLayer.ABSENT, () -> {}))
                .onTraceReady(traces::add)
                .start()) {
            callWithNonsense();
            assertThat(profile.failures()).isEmpty();
        }
        assertThat(traces.get(0).events())
                .hasSize(4)
                .allSatisfy(event -> assertThat(event.stack())
                        .first()
                        .extracting(StackTraceElement::getMethodName)
                        .isEqualTo("callWithNonsense"));
    }

    @Test
    void batches_ofADatasetOfTheProgramsOwn_areLoadedInScopes() {
        List<String> seen = new ArrayList<>();
        Trace trace = record(() -> WovenLoading.wrap(List.of("one", "two")).forEach(seen::add));
        assertThat(seen).containsExactly("one", "two");
        assertThat(trace.events())
                .hasSize(5)
                .allSatisfy(event -> assertThat(event.name()).startsWith("enumerate(DataLoader)#"));
    }

    @Test
    void batches_ofDjlsOwnClass_areLeftAsTheyAre() throws Exception {
        try (Model model = TrainingProgram.model(TrainingProgram.mlp());
                Trainer trainer = model.newTrainer(TrainingProgram.config())) {
            Iterable<Batch> batches =
                    trainer.iterateDataset(TrainingProgram.data(model.getNDManager(), TrainingProgram.MLP_INPUT, 1));
            assertThat(WovenLoading.wrap(batches)).isSameAs(batches);
        }
    }
}
