package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marks of steps that are within each other, or of several kinds. */
class NestedStepsTest {
    @TempDir
    Path dir;

    private Trace read(List<String> events) throws IOException {
        return ChromeFile.read(dir, ChromeFile.document(events.toArray(String[]::new)))
                .trace();
    }

    private static String mark(String name, int number, int from, int duration) {
        return "{'ph':'X','pid':1,'tid':1,'ts':" + from + ",'dur':" + duration + ",'name':'" + name
                + "','args':{'step_num':" + number + "}}";
    }

    private static String ofTorch(int number, int from, int duration) {
        return "{'ph':'X','pid':1,'tid':1,'ts':" + from + ",'dur':" + duration + ",'name':'ProfilerStep#" + number
                + "'}";
    }

    private static void assertSteps(Trace trace, int count, long micros) {
        assertThat(trace.steps())
                .hasSize(count)
                .allSatisfy(step -> assertThat(step.durationNanos()).isEqualTo(micros * 1000));
        assertThat(trace.steps()).extracting(StepMark::startNanos).isSorted();
    }

    /** Three levels: a run of 4 epochs of 10 batches; the last epoch is empty. */
    private static List<String> levels() {
        List<String> events = new ArrayList<>();
        events.add(mark("run", 0, 0, 500));
        for (int epoch = 0; epoch < 5; epoch++) {
            events.add(mark("epoch", epoch, 100 * epoch, 100));
        }
        for (int batch = 0; batch < 40; batch++) {
            events.add(mark("train", batch, 10 * batch, 9));
        }
        return events;
    }

    @Test
    void steps_withinSteps_areTheInnermostOfTheMost_inAnyOrderOfTheFile() throws IOException {
        List<String> events = levels();
        for (int seed = 0; seed < 10; seed++) {
            Trace trace = read(events);
            assertSteps(trace, 40, 9);
            assertThat(trace.events())
                    .filteredOn(event -> event.name().equals("epoch"))
                    .hasSize(5);
            Collections.shuffle(events, new Random(seed));
        }
    }

    @Test
    void stepsOfTorch_aroundOthers_areRangesOutsideTheNesting() throws IOException {
        List<String> events = new ArrayList<>(
                IntStream.range(0, 4).mapToObj(i -> ofTorch(i, 50 * i, 50)).toList());
        IntStream.range(0, 20).forEach(i -> events.add(ofTorch(100 + i, 10 * i, 9)));
        Trace trace = read(events);

        assertSteps(trace, 20, 9);
        assertThat(trace.events())
                .extracting(TraceEvent::name)
                .containsExactly("ProfilerStep#0", "ProfilerStep#1", "ProfilerStep#2", "ProfilerStep#3");
        assertThat(IntStream.range(0, 4)).allMatch(trace.tracks().get(0)::isAsync);
    }

    @Test
    void kindsOfSteps_ofAsMany_areTheInnerOnes() throws IOException {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            events.add(ofTorch(i, 10 * i, 10));
            events.add(mark("train", i, 10 * i + 1, 7));
        }
        assertSteps(read(events), 10, 7);
    }

    @Test
    void kindsOfSteps_oneAfterTheOther_areTheMostOnly() throws IOException {
        List<String> events = new ArrayList<>();
        IntStream.range(0, 20).forEach(i -> events.add(mark("train", i, 10 * i, 9)));
        IntStream.range(0, 5).forEach(i -> events.add(mark("validate", i, 200 + 40 * i, 39)));
        Trace trace = read(events);

        assertSteps(trace, 20, 9);
        assertThat(trace.events()).hasSize(25);
    }

    @Test
    void stepsOfOneKind_overlapping_takeNoMoreThanTheTimeOfTheirThread() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Trace trace = read(IntStream.range(0, 30)
                    .mapToObj(i -> mark("train", i, random.nextInt(200), 1 + random.nextInt(40)))
                    .toList());
            assertThat(trace.steps()).isNotEmpty();
            for (int i = 1; i < trace.steps().size(); i++) {
                StepMark last = trace.steps().get(i - 1);
                assertThat(trace.steps().get(i).startNanos())
                        .isGreaterThanOrEqualTo(last.startNanos() + last.durationNanos());
            }
        }
    }
}
