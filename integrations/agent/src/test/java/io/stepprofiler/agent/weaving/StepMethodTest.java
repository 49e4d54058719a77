package io.stepprofiler.agent.weaving;

import static io.stepprofiler.agent.weaving.WovenProgram.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.stepprofiler.agent.program.Suspending;
import io.stepprofiler.agent.woven.StepListener;
import io.stepprofiler.agent.woven.WovenSteps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepMethodTest {
    private final WovenProgram program = new WovenProgram();
    private final List<String> told = new ArrayList<>();
    private final StepMethod step =
            new StepMethod(MethodPattern.of(WovenProgram.NAME + ".train"), false, program.warnings::add);

    @BeforeEach
    void listen() {
        WovenSteps.listener(new StepListener() {
            @Override
            public void training(String origin) {
                told.add("training " + origin);
            }

            @Override
            public void stepEnded(String origin) {
                told.add("step " + origin);
            }
        });
        program.weave(step);
    }

    @AfterEach
    void remove() throws Exception {
        WovenSteps.listener(StepListener.NONE);
        program.close();
    }

    @Test
    void call_ofTheMethod_beginsAndEndsAStep() throws Exception {
        Object target = program.make();
        call(target, "train", 1);
        call(target, "train", 1);
        assertThat(told).containsExactly("training step", "step step", "training step", "step step");
    }

    @Test
    void call_insideAnother_isPartOfThatStep() throws Exception {
        call(program.make(), "train", 5);
        assertThat(told).containsExactly("training step", "step step");
    }

    @Test
    void call_thatThrows_isAStepAndTheNextOneToo() throws Exception {
        Object target = program.make();
        assertThatIllegalStateException().isThrownBy(() -> call(target, "train", 13));
        call(target, "train", 1);
        assertThat(told).containsExactly("training step", "step step", "training step", "step step");
    }

    @Test
    void call_withAListenerThatThrows_isNotDisturbed() throws Exception {
        WovenSteps.listener(new StepListener() {
            @Override
            public void training(String origin) {
                throw new IllegalStateException("training");
            }

            @Override
            public void stepEnded(String origin) {
                throw new LinkageError("step");
            }
        });
        assertThat(call(program.make(), "train", 1)).isNull();
    }

    @Test
    void call_ofASuspendingFunction_isNoStepAndOneLineSaysSo() throws Exception {
        String name = Suspending.class.getName();
        StepMethod suspending = new StepMethod(MethodPattern.of(name + "*.*"), false, program.warnings::add);
        program.weave(suspending);
        Class<?> functions = program.loader.loadClass(name);
        call(functions, "train", 1, null);
        call(program.loader.loadClass(name + "$Lambda").getConstructor().newInstance(), "invokeSuspend", "result");
        assertThat(told).isEmpty();
        call(functions, "evaluate", 1);
        assertThat(told).containsExactly("training step", "step step");
        assertThat(suspending.unmatched()).isEmpty();
        assertThat(program.warnings)
                .singleElement()
                .asString()
                .startsWith("step=" + name + "*.* does not count calls of " + name + ".train, a suspending function of"
                        + " Kotlin");
    }

    @Test
    void unmatched_untilTheClassIsLoaded_isThePattern() throws Exception {
        assertThat(step.unmatched()).containsExactly(WovenProgram.NAME + ".train");
        program.make();
        assertThat(step.unmatched()).isEmpty();
    }
}
