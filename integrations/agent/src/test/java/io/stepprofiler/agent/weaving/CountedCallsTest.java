package io.stepprofiler.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.agent.woven.StepListener;
import io.stepprofiler.agent.woven.WovenMethods;
import io.stepprofiler.agent.woven.WovenSteps;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountedCallsTest {
    @Retention(RetentionPolicy.CLASS)
    @interface ProfiledStep {}

    /** A program; public for its loader. */
    public static class Loop {
        private int sum;

        public int run(int steps) {
            for (int i = 0; i < steps; i++) {
                train(i);
            }
            return sum;
        }

        void train(int step) {
            for (int i = 0; i < step; i++) {
                add(i);
            }
        }

        private void add(int value) {
            sum += value;
        }
    }

    /** A program with a marked step. */
    public static class Marked {
        public int run(int steps) {
            int sum = 0;
            for (int i = 0; i < steps; i++) {
                sum += go(i);
            }
            return sum;
        }

        @ProfiledStep
        int go(int step) {
            return Math.max(step, 1);
        }
    }

    @AfterEach
    void forget() {
        WovenMethods.choose("");
        WovenSteps.listener(StepListener.NONE);
    }

    private static Object run(Class<?> program, int steps, String annotation) throws Exception {
        byte[] code;
        try (InputStream in = program.getResourceAsStream(
                program.getName().substring(program.getPackageName().length() + 1) + ".class")) {
            code = CountedCalls.weave(in.readAllBytes(), annotation);
        }
        Class<?> counted = new ClassLoader(program.getClassLoader()) {
            Class<?> define() {
                return defineClass(program.getName(), code, 0, code.length);
            }
        }.define();
        return counted.getMethod("run", int.class)
                .invoke(counted.getConstructor().newInstance(), steps);
    }

    @Test
    void counts_ofMethodsWithLoopsOrCalls_areTheirCalls() throws Exception {
        assertThat(run(Loop.class, 30, "ProfiledStep")).isEqualTo(new Loop().run(30));

        String type = Loop.class.getName();
        assertThat(WovenMethods.calls(type + ".train")).isEqualTo(30);
        assertThat(WovenMethods.calls(type + ".run")).isEqualTo(1);
        assertThat(WovenMethods.calls(type + ".add")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ProfiledStep", "CountedCallsTest.ProfiledStep", "CountedCallsTest$ProfiledStep"})
    void markedMethod_endsAStepWithEachCall(String annotation) throws Exception {
        assertThat(steps(annotation)).hasSize(5).containsOnly(WovenMethods.CALLS_ORIGIN);
        assertThat(WovenMethods.chosen()).isEqualTo(Marked.class.getName() + ".go");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Step", "OtherTest.ProfiledStep", "com.acme.ProfiledStep"})
    void methodWithAnotherAnnotation_endsNoStep(String annotation) throws Exception {
        assertThat(steps(annotation)).isEmpty();
    }

    @Test
    void secondMarkedMethod_isNoStep() throws Exception {
        WovenMethods.choose("com.acme.Main.trainBatch");
        assertThat(steps("ProfiledStep")).isEmpty();
        assertThat(WovenMethods.chosen()).isEqualTo("com.acme.Main.trainBatch");
    }

    /** Origins of the steps that five calls of the marked method end. */
    private static List<String> steps(String annotation) throws Exception {
        List<String> ends = new ArrayList<>();
        WovenSteps.listener(new StepListener() {
            @Override
            public void training(String origin) {}

            @Override
            public void stepEnded(String origin) {
                ends.add(origin);
            }
        });
        run(Marked.class, 5, annotation);
        return ends;
    }
}
