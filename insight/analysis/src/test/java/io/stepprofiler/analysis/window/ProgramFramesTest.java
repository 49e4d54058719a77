package io.stepprofiler.analysis.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramFramesTest {
    private static final StackTraceElement OF_THE_PROGRAM =
            new StackTraceElement("demo.ClassTable", "lambda$onTrainingBatch$0", "ClassTable.java", 23);

    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "call", "Any.java", 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo.Main", "Main", "com.acme.ai.djl.Loader", "io.stepprofiler.examples.Lesson"})
    void isOfProgram_classesOfPrograms_are(String type) {
        assertThat(ProgramFrames.isOfProgram(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.String",
                "jdk.internal.misc.Unsafe",
                "ai.djl.ndarray.NDArray",
                "org.nd4j.linalg.dataset.AsyncDataSetIterator$AsyncPrefetchThread",
                "io.stepprofiler.Scope",
                "io.stepprofiler.recording.DetailRecorder",
                "io.stepprofiler.agent.woven.WovenLoaders",
                "demo.Main$$Lambda$158+0x00007f5e8c11aa50.379303133",
                ""
            })
    void isOfProgram_javaLibrariesAndTheProfiler_areNot(String type) {
        assertThat(ProgramFrames.isOfProgram(type)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.Math io.stepprofiler.recording.ThreadRecorder demo.Main, true",
        "io.stepprofiler.Scope demo.Main, true",
        "io.stepprofiler.recording.StepMarks$Mark io.stepprofiler.StepLoop demo.Main, true",
        "java.util.ArrayList io.stepprofiler.handlers.chrome.HeadWriter io.stepprofiler.StepLoop demo.Main, true",
        "io.stepprofiler.nativeaccess.TimeStampCounter io.stepprofiler.clock.Ticks demo.Main, true",
        "java.lang.Thread jdk.jfr.internal.Control, true",
        "demo.Loss io.stepprofiler.agent.woven.WovenSteps demo.Main, false",
        "java.lang.Math demo.Main io.stepprofiler.Scope, false",
        "java.lang.Thread, false"
    })
    void isOwnWork_ofAStack_isTrueIfTheProfilerIsInsideOfAllOthers(String classes, boolean expected) {
        assertThat(ProgramFrames.isOwnWork(Stream.of(classes.split(" ", -1))
                        .map(ProgramFramesTest::frame)
                        .toList()))
                .isEqualTo(expected);
    }

    @Test
    void of_aStack_isTheInnermostOfTheProgram() {
        List<StackTraceElement> stack =
                List.of(frame("java.lang.Math"), frame("ai.djl.ndarray.NDArray"), OF_THE_PROGRAM, frame("demo.Main"));
        assertThat(ProgramFrames.of(stack)).contains(OF_THE_PROGRAM);
        assertThat(ProgramFrames.of(stack.subList(0, 2))).contains(stack.get(1));
        assertThat(ProgramFrames.of(stack.subList(0, 1))).isEmpty();
        assertThat(ProgramFrames.ofTexts(
                        stack.stream().map(StackTraceElement::toString).toList()))
                .contains(OF_THE_PROGRAM.toString());
        assertThat(ProgramFrames.ofTexts(
                        List.of("java.base/java.lang.Thread.sleep(Thread.java:1)", "app//demo.A.b(A.java)")))
                .contains("app//demo.A.b(A.java)");
    }

    @Test
    void text_ofALambda_namesTheMethodInWhichItIs() {
        assertThat(ProgramFrames.text(OF_THE_PROGRAM)).isEqualTo("demo.ClassTable.onTrainingBatch(ClassTable.java:23)");
        assertThat(ProgramFrames.text(new StackTraceElement("demo.A", "b", null, 7)))
                .isEqualTo("demo.A.b");
        assertThat(ProgramFrames.text(new StackTraceElement("demo.A", "b", "A.java", -1)))
                .isEqualTo("demo.A.b(A.java)");
    }

    @Test
    void shown_theProgramIsFarOut_keepsItAndSaysHowManyAreLeftOut() {
        List<StackTraceElement> stack = Stream.concat(
                        Stream.generate(() -> frame("ai.djl.Block")).limit(20),
                        Stream.of(OF_THE_PROGRAM, frame("demo.Main"), frame("demo.Main")))
                .toList();
        assertThat(ProgramFrames.shown(stack, 8))
                .hasSize(8)
                .contains("... 15 more")
                .endsWith(ProgramFrames.text(OF_THE_PROGRAM), frame("demo.Main").toString());
        assertThat(ProgramFrames.shown(stack.subList(15, 23), 8)).hasSize(8).doesNotContain("... 15 more");
    }
}
