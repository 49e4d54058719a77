package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.traced.LinearTraining;
import io.stepprofiler.traced.TracedProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class MemoryBlockTest {
    private final TracedProgram program = new TracedProgram();

    @Test
    void block_anyName_isThatName() throws IOException {
        String name = "</script> \"quoted\" línea 内存 \u2028 \uD83D\uDE00 tab\tline\nnul\0";
        program.scope(name, () -> program.allocate(100));
        program.step();

        JsonNode data = data(program.trace());

        assertThat(data.at("/peak/scopes/1/name").asText()).isEqualTo(name);
        assertThat(data.at("/peak/largest/0/path").asText()).isEqualTo(name);
        assertThat(data.at("/leaks/places/0/path").asText()).isEqualTo(name);
    }

    @Test
    void block_withoutMemory_isNotThere() throws IOException {
        assertThat(PageTraces.written(
                        new MemoryBlock(),
                        new TraceBuilder().options(RecordingOptions.ALL).build()))
                .isEmpty();
        assertThat(PageTraces.written(
                        new MemoryBlock(),
                        new TraceBuilder()
                                .memory(MemoryEvent.allocated(1, 1, 16, 100))
                                .build()))
                .isEmpty();
    }

    @Test
    void block_ofAnotherDeviceAlone_isOfThat() throws IOException {
        Trace trace = new TraceBuilder()
                .options(RecordingOptions.ALL)
                .memory(MemoryEvent.allocated(1, 1, 16, 100).on(Device.cuda(1)))
                .build();
        assertThat(data(trace).get("device").asText()).isEqualTo("cuda:1");
    }

    @Test
    void block_ofSeveralDevices_hasEachOfThem() throws IOException {
        TraceBuilder builder = new TraceBuilder().options(RecordingOptions.ALL);
        for (int i = 0; i < 10; i++) {
            builder.memory(MemoryEvent.allocated(i, 1, 16 + i, 100L * (i + 1)).on(Device.cuda(i)));
        }

        JsonNode data = data(builder.build());

        assertThat(data.get("device").asText()).isEqualTo("cuda:0");
        assertThat(data.get("others")).hasSize(7);
        assertThat(data.get("othersLeftOut").asInt()).isEqualTo(2);
        assertThat(data.at("/others/6/device").asText()).isEqualTo("cuda:7");
        assertThat(data.at("/others/6/peak/bytes").asLong()).isEqualTo(800);
    }

    @Test
    void block_ofMoreMomentsThanAreDrawn_hasWhatEachStepNeeds() throws IOException {
        TraceBuilder builder = new TraceBuilder().options(RecordingOptions.ALL);
        for (int i = 0; i < 2000; i++) {
            long start = 10_000L * i;
            builder.step(new StepMark(i, start, 10_000, 1, false));
            builder.memory(MemoryEvent.allocated(start + 1_000, 1, 16, 100));
            builder.memory(MemoryEvent.freed(start + 2_000, 1, 16, 100));
            if (i == 500) {
                builder.memory(MemoryEvent.allocated(start + 9_500, 1, 32, 9_000));
                builder.memory(MemoryEvent.freed(start + 9_900, 1, 32, 9_000));
            }
        }

        JsonNode data = data(builder.build());

        assertThat(data.get("moments").asInt()).isGreaterThan(data.get("points").size());
        for (int i = 0; i < 2000; i++) {
            JsonNode step = data.get("steps").get(i);
            assertThat(step.get(3).asLong()).as("step %d at most", i).isEqualTo(i == 500 ? 9_000 : 100);
            assertThat(step.get(4).asLong()).as("step %d at its end", i).isZero();
        }
    }

    @Test
    void block_linearTraining_hasStepsPeakAndPoints() throws IOException {
        MemoryTimeline timeline = MemoryTimeline.of(LinearTraining.of(3));

        JsonNode data = data(timeline.trace());

        assertThat(data.get("device").asText()).isEqualTo("cpu");
        assertThat(data.get("steps")).hasSize(3);
        assertThat(data.at("/peak/bytes").asLong()).isEqualTo(timeline.peakBytes());
        assertThat(data.at("/peak/nanos").asLong()).isEqualTo(timeline.peakNanos());
        assertThat(StreamSupport.stream(data.get("points").spliterator(), false)
                        .mapToLong(point -> StreamSupport.stream(point.spliterator(), false)
                                .skip(1)
                                .mapToLong(JsonNode::asLong)
                                .sum())
                        .max())
                .hasValue(timeline.peakBytes());
        assertThat(data.get("account").asText()).isEqualTo(timeline.account().summary());
    }

    @Test
    void block_traceWithWaitsAndSamples_hasTheAccountOfAllOfThem() throws IOException {
        Trace trace = LinearTraining.waiting(2);

        JsonNode data = data(trace);

        assertThat(trace.samples().size()).isPositive();
        assertThat(trace.account().written())
                .isEqualTo(trace.eventCount()
                        + trace.memory().size()
                        + trace.samples().size());
        assertThat(data.get("account").asText())
                .isEqualTo(MemoryTimeline.of(trace).account().summary());
        assertThat(data.at("/peak/bytes").asLong())
                .isEqualTo(MemoryTimeline.of(LinearTraining.of(2)).peakBytes());
    }

    @Test
    void block_scopesOpenAtThePeak_tellWhatWasAllocatedInside() throws IOException {
        program.allocate(1);
        program.scope("outer", () -> {
            program.allocate(10);
            program.scope("closed", () -> program.allocate(100));
            program.scope("inner", () -> {
                program.free(program.allocate(5));
                program.free(program.allocate(1000));
            });
        });
        program.step();

        JsonNode scopes = data(program.trace()).at("/peak/scopes");

        assertThat(StreamSupport.stream(scopes.spliterator(), false)
                        .map(scope -> scope.get("name").asText() + " " + scope.get("bytes") + " " + scope.get("count")))
                .containsExactly("ProfilerStep#0 1111 4", "outer 1110 3", "inner 1000 1");
    }

    @Test
    void block_scopesOpenAtThePeak_areThoseOfANaiveSum() throws IOException {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int depth = 1 + random.nextInt(300);
            TraceBuilder builder = new TraceBuilder().options(RecordingOptions.ALL);
            TrackBuilder main = builder.thread(1, "main");
            List<Long> starts = new ArrayList<>();
            List<Long> allocated = new ArrayList<>();
            for (int i = 0; i < depth; i++) {
                long start = (i == 0 ? 0 : starts.get(i - 1)) + random.nextInt(3);
                starts.add(start);
                main.unfinished(main.add(builder.nameId("s" + i), start, 10_000 - start));
            }
            long nanos = 0;
            for (int i = 0; i < 200; i++) {
                nanos += random.nextInt(5);
                allocated.add(nanos);
                builder.memory(MemoryEvent.allocated(nanos, 1, 64L * (i + 1), 1));
            }
            long peak = nanos;
            int open = (int) starts.stream().filter(start -> start <= peak).count();

            JsonNode view = data(builder.build()).at("/peak");

            List<Long> counts = new ArrayList<>();
            view.at("/scopes").forEach(scope -> counts.add(scope.get("bytes").longValue()));
            assertThat(counts)
                    .as("seed %d", seed)
                    .isEqualTo(starts.stream()
                            .limit(Math.min(open, 200))
                            .map(start ->
                                    allocated.stream().filter(at -> at >= start).count())
                            .toList());
            assertThat(view.get("scopesLeftOut").intValue()).isEqualTo(Math.max(open - 200, 0));
        }
    }

    /** Going through all open scopes for each allocation would take minutes. */
    @Test
    void block_scopesForgottenByTheHundredThousand_isWritten() throws IOException {
        int forgotten = 100_000;
        TraceBuilder builder = new TraceBuilder().options(RecordingOptions.ALL);
        TrackBuilder main = builder.thread(1, "main");
        int stack = builder.stackId(List.of(new StackTraceElement("Net", "fit", "Net.java", 7)));
        main.stack(main.add(builder.nameId("epoch"), 0, forgotten * 10L), stack);
        for (int i = 0; i < forgotten; i++) {
            main.unfinished(main.add(builder.nameId("forgotten"), i * 10L, (forgotten - i) * 10L));
            builder.memory(MemoryEvent.allocated(i * 10L + 5, 1, 64L * (i + 1), 8));
        }

        JsonNode view = data(builder.build()).at("/peak");

        assertThat(view.at("/scopes")).hasSize(200);
        assertThat(view.at("/scopes/199/count").intValue()).isEqualTo(forgotten - 198);
        assertThat(view.get("scopesLeftOut").intValue()).isEqualTo(forgotten + 1 - 200);
        assertThat(view.at("/largest/29/stackTop").asText()).isEqualTo("Net.fit(Net.java:7)");
        assertThat(view.at("/largest/29/path").asText())
                .startsWith("epoch › forgotten › forgotten › forgotten › … ")
                .endsWith(" more …" + " › forgotten".repeat(8));
    }

    @Test
    void block_scopeAroundTheStep_comesBeforeIt() throws IOException {
        TraceBuilder builder = new TraceBuilder().options(RecordingOptions.ALL);
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("epoch"), 0, 100);
        main.add(builder.nameId("forward"), 10, 50);
        builder.step(new StepMark(0, 10, 80, 1, false));
        builder.memory(MemoryEvent.allocated(5, 1, 64, 1)).memory(MemoryEvent.allocated(20, 1, 128, 10));

        JsonNode scopes = data(builder.build()).at("/peak/scopes");

        assertThat(StreamSupport.stream(scopes.spliterator(), false)
                        .map(scope -> scope.get("name").asText() + " " + scope.get("bytes")))
                .containsExactly("epoch 11", "ProfilerStep#0 10", "forward 10");
    }

    @Test
    void block_largestAtThePeak_comeWithCategoryStepAndStack() throws IOException {
        int stack = program.builder.stackId(List.of(new StackTraceElement("Net", "forward", "Net.java", 7)));
        program.scope(
                "forward",
                () -> program.builder.memory(MemoryEvent.allocated(program.tick(), TracedProgram.THREAD, 64, 4096)
                        .withStack(stack)));
        program.step();

        JsonNode largest = data(program.trace()).at("/peak/largest/0");

        assertThat(largest.toString())
                .isEqualTo("{\"bytes\":4096,\"category\":\"unknown\",\"before\":false,\"step\":0,"
                        + "\"path\":\"forward\",\"stackTop\":\"Net.forward(Net.java:7)\"}");
    }

    private static JsonNode data(Trace trace) throws IOException {
        return new ObjectMapper().readTree(PageTraces.written(new MemoryBlock(), trace));
    }
}
