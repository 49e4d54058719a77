package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleWriterTest {
    private static final StackTraceElement MAIN = new StackTraceElement("org.acme.Train", "main", "Train.java", 3);
    private static final StackTraceElement FIT = new StackTraceElement("org.acme.Net", "fit", "Net.java", 9);

    private final TraceBuilder builder = new TraceBuilder()
            .window(new ClockAnchor(0, RandomTrace.EPOCH), new ClockAnchor(1000, RandomTrace.EPOCH + 1000));

    private void sample(long nanos, long thread, SampleKind kind, long weight, StackTraceElement... innermostFirst) {
        int stack = innermostFirst.length == 0 ? -1 : builder.stackId(List.of(innermostFirst));
        builder.stackSample(new StackSample(nanos, thread, kind, stack, weight));
    }

    private Exported file() {
        return Exported.json(builder.build());
    }

    /** The names of a sample's frames, innermost first. */
    private static List<String> frames(Exported file, JsonNode sample) {
        List<String> names = new ArrayList<>();
        for (JsonNode id = sample.path("sf"); !id.isMissingNode(); ) {
            JsonNode frame = file.root().path("stackFrames").path(id.asText());
            names.add(frame.path("name").textValue());
            id = frame.path("parent");
        }
        return names;
    }

    @Test
    void samples_ofAThread_haveItsNumberTheirTimeAndFrames() {
        builder.thread(7, "main").add(builder.nameId("a"), 0, 100);
        sample(50, 7, SampleKind.JAVA, 20_000, FIT, MAIN);
        sample(60, 7, SampleKind.ALLOCATION, 512, MAIN);

        Exported file = file();

        JsonNode first = file.root().path("samples").path(0);
        assertThat(first.path("tid").longValue()).isEqualTo(7);
        assertThat(file.epochNanos(first)).isEqualTo(RandomTrace.EPOCH + 50);
        assertThat(first.path("name").textValue()).isEqualTo("java");
        assertThat(first.path("weight").longValue()).isEqualTo(20_000);
        assertThat(frames(file, first))
                .containsExactly("org/acme/Net.java(9): Net.fit", "org/acme/Train.java(3): Train.main");
        JsonNode second = file.root().path("samples").path(1);
        assertThat(second.path("name").textValue()).isEqualTo("allocation");
        assertThat(second.path("weight").longValue()).isEqualTo(512);
        assertThat(frames(file, second)).containsExactly("org/acme/Train.java(3): Train.main");
    }

    @Test
    void frames_ofStacksThatShareTheirOuterOnes_areWrittenOnce() {
        sample(1, 1, SampleKind.JAVA, 1, FIT, MAIN);
        sample(2, 1, SampleKind.JAVA, 1, FIT, FIT, MAIN);
        sample(3, 1, SampleKind.JAVA, 1, MAIN);

        assertThat(file().root().path("stackFrames").size()).isEqualTo(1 + 3);
    }

    @Test
    void sample_withoutStack_hasAFrameThatSaysSo() {
        sample(1, 1, SampleKind.JAVA, 1);
        builder.stackSample(new StackSample(2, 1, SampleKind.JAVA, builder.stackId(List.of()), 1));

        Exported file = file();

        assertThat(frames(file, file.root().path("samples").path(0))).containsExactly("[no call stack]");
        assertThat(frames(file, file.root().path("samples").path(1))).containsExactly("[no call stack]");
    }

    @Test
    void traceWithoutSamples_hasNoSuchMembers() {
        builder.thread(7, "main").add(builder.nameId("a"), 0, 100);

        assertThat(file().keys()).doesNotContain("samples", "stackFrames");
    }

    @Test
    void account_countsSamplesAsWritten() {
        builder.thread(7, "main").add(builder.nameId("a"), 0, 100);
        sample(1, 7, SampleKind.NATIVE, 1, MAIN);

        JsonNode account = file().root().path("stepProfiler");

        assertThat(account.path("begun").longValue()).isEqualTo(2);
        assertThat(account.path("written").longValue()).isEqualTo(2);
    }

    @Test
    void samples_ofRandomTraces_areAllThereWithTheirFrames() {
        for (long seed = 0; seed < 37; seed++) {
            Trace trace = RandomTrace.operations(seed);
            Exported file = seed % 2 == 0 ? Exported.json(trace) : Exported.gzip(trace);
            JsonNode samples = file.root().path("samples");
            assertThat(samples.size())
                    .as("seed %d", seed)
                    .isEqualTo(trace.samples().size());
            for (int i = 0; i < samples.size(); i++) {
                StackSample sample = trace.samples().sample(i);
                List<StackTraceElement> stack = sample.stackId() < 0 ? List.of() : trace.stack(sample.stackId());
                assertThat(frames(file, samples.get(i))).hasSize(Math.max(stack.size(), 1));
                assertThat(samples.get(i).path("weight").longValue()).isEqualTo(sample.weight());
                assertThat(file.epochNanos(samples.get(i)))
                        .isEqualTo(trace.start().toEpochNanos(sample.nanos()));
                assertThat(file.events("M"))
                        .extracting(row -> row.path("tid"))
                        .contains(samples.get(i).path("tid"));
            }
        }
    }
}
