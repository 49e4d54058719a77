package io.stepprofiler.analysis.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DirectCalleesTest {
    private static final String LOOP = "demo.Train.main > demo.Train.step";

    /** Returns a call stack, innermost frame first, from methods with the outermost first. */
    static List<StackTraceElement> stack(String outermostFirst) {
        List<StackTraceElement> frames = new ArrayList<>();
        for (String method : outermostFirst.split(" > ", -1)) {
            int dot = method.lastIndexOf('.');
            frames.add(new StackTraceElement(method.substring(0, dot), method.substring(dot + 1), "Demo.java", 1));
        }
        Collections.reverse(frames);
        return frames;
    }

    private static DirectCallees inside(String... stacks) {
        return of(new TraceBuilder(), stacks);
    }

    private static DirectCallees of(TraceBuilder builder, String... stacks) {
        return new DirectCallees(
                Arrays.stream(stacks).map(DirectCalleesTest::stack).toList(), StepMethods.of(builder.build()));
    }

    @ParameterizedTest
    @CsvSource({
        "demo.Mlp.forward, Mlp.forward",
        "demo.Mlp.forward > demo.Matrix.multiply > java.util.Arrays.fill, Mlp.forward",
        "demo.Mlp$Layer.<init>, Mlp$Layer.<init>",
        "java.util.Arrays.fill > java.util.Arrays.rangeCheck, Arrays.fill",
        "java.util.ArrayList.forEach > demo.Train.lambda$step$0 > demo.Mlp.update, Mlp.update",
        "demo.Train.step > demo.Train.step > demo.Mlp.update, Mlp.update",
        "io.stepprofiler.recording.ProcessSteps.count, the profiler",
        "ai.djl.nn.Block.forward > demo.Custom.forward, Block.forward",
    })
    void of_aCallOfTheStep_isTheMethodThatTheStepCalls(String calls, String name) {
        DirectCallees callees =
                inside(LOOP + " > demo.Mlp.forward > demo.Matrix.add", LOOP + " > demo.Mlp.backward > demo.Matrix.add");
        assertThat(callees.of(stack(LOOP + " > " + calls))).isEqualTo(name);
    }

    @Test
    void of_theMethodOfTheStep_isThatMethodItself() {
        DirectCallees callees = inside(LOOP + " > demo.Mlp.forward", LOOP + " > demo.Mlp.backward");
        assertThat(callees.of(stack(LOOP))).isEqualTo("Train.step itself");
    }

    @Test
    void of_aMethodOutsideTheStep_isThatMethod() {
        DirectCallees callees = inside(LOOP + " > demo.Mlp.forward", LOOP + " > demo.Mlp.backward");
        assertThat(callees.of(stack("demo.Train.main > demo.Loader.next > demo.Loader.read")))
                .isEqualTo("Loader.next");
    }

    @Test
    void of_aMethodThatHoldsAllOthers_isWhatItCalls() {
        DirectCallees callees = inside(
                LOOP + " > demo.Net.fit > demo.Net.forward > demo.Matrix.add",
                LOOP + " > demo.Net.fit > demo.Net.backward > demo.Matrix.add");
        assertThat(callees.of(stack(LOOP + " > demo.Net.fit > demo.Net.forward")))
                .isEqualTo("Net.forward");
    }

    @Test
    void of_aMethodThatComputesByItself_isThatMethod() {
        DirectCallees callees =
                inside(LOOP + " > demo.Net.fit", LOOP + " > demo.Net.fit", LOOP + " > demo.Net.fit > demo.Net.check");
        assertThat(callees.of(stack(LOOP + " > demo.Net.fit > demo.Net.check"))).isEqualTo("Net.fit");
    }

    @ParameterizedTest
    @CsvSource({
        "demo.Train.step, Mlp.forward",
        "demo.Other.step; demo.*.st*, Mlp.forward",
        "demo.Train.other, Train.step",
    })
    void of_callsInAndOutsideOfAStep_areOfTheStepIfItsMethodIsKnown(String patterns, String name) {
        TraceBuilder builder = new TraceBuilder();
        builder.metadata(StepMethods.KEY, new MetadataValue(patterns.replace(";", ","), false));
        DirectCallees callees = of(
                builder,
                LOOP + " > demo.Mlp.forward",
                LOOP + " > demo.Mlp.backward",
                "demo.Train.main > demo.Loader.next > demo.Loader.read");
        assertThat(callees.of(stack(LOOP + " > demo.Mlp.forward"))).isEqualTo(name);
        assertThat(callees.of(stack("demo.Train.main > demo.Loader.next > demo.Loader.read")))
                .isEqualTo("Loader.next");
    }

    @Test
    void of_aStackOfJavaOnly_isItsInnermostMethod() {
        assertThat(inside().of(stack("java.lang.Thread.run > java.util.Arrays.fill")))
                .isEqualTo("Arrays.fill");
    }

    static Stream<Random> random() {
        return IntStream.range(0, 200).mapToObj(Random::new);
    }

    /** The oracle tries all beginnings of all stacks. */
    @ParameterizedTest
    @MethodSource("random")
    void of_randomStacks_isTheMethodAfterTheLongestSharedBeginning(Random random) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(40); i++) {
            StringBuilder calls = new StringBuilder("demo.A.main");
            int depth = random.nextInt(5);
            for (int j = 0; j < depth; j++) {
                calls.append(" > demo.A.m").append(j).append(random.nextInt(10) == 0 ? "other" : "");
            }
            all.add(calls.toString());
        }
        List<String> shared = new ArrayList<>();
        for (String candidate : beginnings(all)) {
            boolean isShared = beginnings(List.of(candidate)).stream().allMatch(each -> isShared(each, all));
            if (isShared && candidate.length() > String.join(" > ", shared).length()) {
                shared = List.of(candidate.split(" > ", -1));
            }
        }
        DirectCallees callees = inside(all.toArray(String[]::new));
        for (String calls : all) {
            assertThat(callees.of(stack(calls))).isEqualTo(nameAfter(shared, List.of(calls.split(" > ", -1))));
        }
    }

    private static String nameAfter(List<String> shared, List<String> calls) {
        for (int i = 0; i < calls.size(); i++) {
            if (i >= shared.size() || !shared.get(i).equals(calls.get(i))) {
                return calls.get(i).substring("demo.".length());
            }
        }
        return calls.get(calls.size() - 1).substring("demo.".length()) + " itself";
    }

    private static List<String> beginnings(List<String> all) {
        return all.stream()
                .map(calls -> calls.split(" > ", -1))
                .flatMap(calls -> IntStream.rangeClosed(1, calls.length)
                        .mapToObj(length -> String.join(" > ", List.of(calls).subList(0, length))))
                .distinct()
                .toList();
    }

    private static boolean isShared(String beginning, List<String> all) {
        long inside = all.stream()
                .filter(calls -> calls.equals(beginning) || calls.startsWith(beginning + " > "))
                .count();
        long further = all.stream()
                .filter(calls -> calls.startsWith(beginning + " > "))
                .count();
        return inside * 10 >= 9L * all.size() && 2 * further >= inside;
    }
}
