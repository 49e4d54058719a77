package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.agent.woven.WovenMethods;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Searches with counts of calls in a round of two seconds, which the tests wait for at most in thought. */
class StepSearchTest {
    private static int programs;

    /** A program of its own for each test: counts of calls last as long as the process. */
    private final String program = "com.acme.p" + programs++ + ".Main.";

    private final long start = System.nanoTime();
    private final StepSearch search = new StepSearch(method -> {});

    private void calls(String method, int calls) {
        int number = WovenMethods.number(program + method).orElseThrow();
        for (int i = 0; i < calls; i++) {
            WovenMethods.called(number);
        }
    }

    /** Samples of a thread that runs, the outermost method first. */
    private void samples(int count, String thread, String... methods) {
        List<String> inward = Arrays.asList(methods);
        StackTraceElement[] stack = new StackTraceElement[inward.size()];
        String type = program.substring(0, program.length() - 1);
        for (int i = 0; i < stack.length; i++) {
            stack[stack.length - 1 - i] = new StackTraceElement(type, inward.get(i), "Main.java", 1);
        }
        for (int i = 0; i < count; i++) {
            search.add(thread, Thread.State.RUNNABLE, stack);
        }
    }

    private String judged(int seconds) {
        return search.judge(start + TimeUnit.SECONDS.toNanos(seconds))
                .map(method -> method.substring(program.length()))
                .orElse("");
    }

    @Test
    void loopInMain_callsTheStep() {
        calls("trainBatch", 200);
        calls("forward", 600);
        samples(40, "main", "main", "trainBatch", "forward");

        assertThat(judged(2)).isEqualTo("trainBatch");
        assertThat(search.toString()).startsWith(program + "trainBatch was called 200 times in ");
    }

    @Test
    void batchesOfEpochs_areTheSteps() {
        calls("runEpoch", 25);
        calls("trainBatch", 250);
        samples(40, "main", "main", "runEpoch", "trainBatch");

        assertThat(judged(2)).isEqualTo("trainBatch");
    }

    /** As in a launcher that loads a program by its own class loader. */
    @Test
    void loadedClasses_areNoSteps() {
        calls("findClassInternal", 500);
        samples(40, "main", "main", "loadClass", "findClassInternal");

        assertThat(judged(2)).isEmpty();
        assertThat(search.toString()).isEmpty();
    }

    @Test
    void layersOfAStepOfASecond_areNoSteps() {
        calls("trainStep", 1);
        calls("layer", 40);
        samples(40, "main", "main", "trainStep", "layer");
        assertThat(judged(2)).isEmpty();

        calls("trainStep", 5);
        calls("layer", 200);
        samples(40, "main", "main", "trainStep", "layer");
        assertThat(judged(10)).isEmpty();
        assertThat(search.toString()).contains(program + "main, " + program + "trainStep (6 calls), ");
    }

    @Test
    void waitForInput_inTheSameLoop_doesNotHideTheStep() {
        calls("next", 100);
        calls("trainBatch", 100);
        samples(10, "main", "main", "trainBatch");
        for (int i = 0; i < 30; i++) {
            search.add("main", Thread.State.WAITING, frame("next"), frame("main"));
        }

        assertThat(judged(2)).isEqualTo("trainBatch");
    }

    private StackTraceElement frame(String method) {
        return new StackTraceElement(program.substring(0, program.length() - 1), method, "Main.java", 1);
    }

    @Test
    void loopsOfTwoThreads_areBothNamed_unlessOneIsMain() {
        calls("alpha", 100);
        calls("beta", 100);
        samples(40, "a", "run", "alpha");
        samples(40, "b", "run", "beta");
        assertThat(judged(2)).isEmpty();
        assertThat(search.toString())
                .contains(program + "alpha was called", program + "beta was called", "not clear which is the step");

        calls("alpha", 100);
        calls("beta", 100);
        samples(40, "main", "main", "alpha");
        samples(40, "b", "run", "beta");
        assertThat(judged(4)).isEqualTo("alpha");
    }

    @Test
    void loopWithoutCalls_isNamedAndNoStep() {
        calls("multiply", 900_000);
        samples(40, "main", "main", "multiply");

        assertThat(judged(2)).isEmpty();
        assertThat(search.toString())
                .contains(
                        "no counted method is clearly a step; most samples are in ",
                        "; calls are counted in classes from directories, from source files, and from the jar of");
    }
}
