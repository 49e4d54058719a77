package io.stepprofiler.handlers.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.random.RandomOperations;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpeedscopeExporterTest {
    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private int add(String name, long start, long duration) {
        return main.add(builder.nameId(name), start, duration);
    }

    private JsonNode exported() throws IOException {
        return exported(builder.build());
    }

    private static JsonNode exported(Trace trace) throws IOException {
        return new ObjectMapper().readTree(bytes(trace, "x.speedscope.json"));
    }

    private static byte[] bytes(Trace trace, String name) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new SpeedscopeExporter().export(trace, name, out, ExportMeter.none());
        return out.toByteArray();
    }

    /** A profile's events as {@code O0 C5}, with names for frames. */
    private static List<String> events(JsonNode file, int profile) {
        List<String> events = new ArrayList<>();
        for (JsonNode event : file.get("profiles").get(profile).get("events")) {
            events.add(event.get("type").asText() + " " + name(file, event.get("frame")) + " " + event.get("at"));
        }
        return events;
    }

    private static String name(JsonNode file, JsonNode frame) {
        return file.get("shared").get("frames").get(frame.asInt()).get("name").asText();
    }

    @Test
    void events_thatNest_openAndCloseInsideEachOther() throws IOException {
        add("a", 0, 10);
        add("b", 2, 3);
        add("c", 5, 5);
        assertThat(events(exported(), 0)).containsExactly("O a 0", "O b 2", "C b 5", "O c 5", "C c 10", "C a 10");
    }

    @Test
    void event_thatReachesBeyondItsParent_isCutAndCounted() throws IOException {
        add("a", 0, 10);
        add("b", 6, 10);
        JsonNode file = exported();
        assertThat(events(file, 0)).containsExactly("O a 0", "O b 6", "C b 10", "C a 10");
        assertThat(file.get("stepProfiler").get("eventsCut").asInt()).isEqualTo(1);
        assertThat(file.get("stepProfiler").get("nanosecondsCut").asInt()).isEqualTo(6);
    }

    @Test
    void events_thatEndedOnAnotherThread_haveAProfileOfTheirOwn() throws IOException {
        add("a", 0, 10);
        main.async(add("b", 6, 10));
        JsonNode file = exported();
        assertThat(file.get("profiles").findValuesAsText("name")).containsExactly("main", "main (async)");
        assertThat(events(file, 1)).containsExactly("O b 6", "C b 16");
    }

    @Test
    void stacks_areASampledProfileWithSelfTimes() throws IOException {
        int stack = builder.stackId(List.of(
                new StackTraceElement("org.acme.Net", "fit", "Net.java", 9),
                new StackTraceElement("org.acme.Train", "main", "Train.java", 3)));
        main.stack(add("mm", 0, 10), stack);
        main.stack(add("mm", 20, 5), stack);
        JsonNode file = exported();
        JsonNode sampled = file.get("profiles").get(1);
        assertThat(sampled.get("type").asText()).isEqualTo("sampled");
        assertThat(sampled.get("name").asText()).isEqualTo("main (calls)");
        assertThat(sampled.get("weights").toString()).isEqualTo("[15]");
        List<String> names = new ArrayList<>();
        sampled.get("samples").get(0).forEach(frame -> names.add(name(file, frame)));
        assertThat(names).containsExactly("org/acme/Train.main", "org/acme/Net.fit", "mm");
        assertThat(file.get("shared").get("frames").findValuesAsText("file"))
                .containsExactlyInAnyOrder("Net.java", "Train.java");
    }

    @Test
    void samples_areProfilesOfTheirOwnInsideTheNamesOfScopes() throws IOException {
        int stack = builder.stackId(List.of(
                new StackTraceElement("org.acme.Net", "fit", "Net.java", 9),
                new StackTraceElement("org.acme.Train", "main", "Train.java", 3)));
        add("forward", 0, 10);
        builder.step(new StepMark(3, 0, 100, 1, false));
        builder.stackSample(new StackSample(5, 1, SampleKind.JAVA, stack, 20))
                .stackSample(new StackSample(6, 1, SampleKind.NATIVE, stack, 3))
                .stackSample(new StackSample(50, 1, SampleKind.NATIVE, -1, 4))
                .stackSample(new StackSample(7, 9, SampleKind.ALLOCATION, stack, 512))
                .stackSample(new StackSample(7, 1, SampleKind.CPU_TIME, stack, 5));
        JsonNode file = exported();
        assertThat(file.get("profiles").findValuesAsText("name"))
                .containsExactly("main", "main (samples)", "main (CPU samples)", "thread 9 (Java allocation)");
        assertThat(file.get("profiles").findValuesAsText("unit"))
                .containsExactly("nanoseconds", "nanoseconds", "nanoseconds", "bytes");
        assertThat(stacks(file, 1))
                .containsExactlyInAnyOrder("forward;org/acme/Train.main;org/acme/Net.fit 23", "[no call stack] 4");
        assertThat(stacks(file, 3)).containsExactly("org/acme/Train.main;org/acme/Net.fit 512");
        assertThat(file.get("stepProfiler").get("begun").asInt()).isEqualTo(6);
        assertThat(file.get("stepProfiler").get("written").asInt()).isEqualTo(6);
    }

    /** A sampled profile as collapsed stacks. */
    private static List<String> stacks(JsonNode file, int profile) {
        List<String> stacks = new ArrayList<>();
        JsonNode sampled = file.get("profiles").get(profile);
        for (int i = 0; i < sampled.get("samples").size(); i++) {
            List<String> names = new ArrayList<>();
            sampled.get("samples").get(i).forEach(frame -> names.add(name(file, frame)));
            stacks.add(String.join(";", names) + " " + sampled.get("weights").get(i));
        }
        return stacks;
    }

    @Test
    void unfinishedEvent_isDrawnButHasNoSelfTime() throws IOException {
        int stack = builder.stackId(List.of(new StackTraceElement("org.acme.Train", "main", "Train.java", 3)));
        main.stack(add("a", 0, 10), stack);
        int forgotten = add("forgotten", 20, 80);
        main.stack(forgotten, stack);
        main.unfinished(forgotten);
        JsonNode file = exported();
        // Not the frame of those whose times add up.
        assertThat(events(file, 0)).contains("O forgotten (unfinished) 20", "C forgotten (unfinished) 100");
        assertThat(file.at("/profiles/1/weights").toString()).isEqualTo("[10]");
        assertThat(file.at("/stepProfiler/unfinishedNotInCalls").asInt()).isEqualTo(1);
    }

    @Test
    void account_isInTheFile() throws IOException {
        add("a", 0, 10);
        builder.dropped(DropCause.EVENT_LIMIT, 3);
        JsonNode account = exported().get("stepProfiler");
        assertThat(account.get("begun").asInt()).isEqualTo(4);
        assertThat(account.get("written").asInt()).isEqualTo(1);
        assertThat(account.get("dropped").get(DropCause.EVENT_LIMIT.label()).asInt())
                .isEqualTo(3);
    }

    @Test
    void file_ofRandomTraces_isWhatTheFormatDemands() throws IOException {
        for (long seed = 0; seed < 500; seed++) {
            Trace trace = RandomOperations.of(seed);
            assertValid(exported(trace), trace);
        }
    }

    @Test
    void file_ofAnEmptyTrace_hasAProfile() throws IOException {
        Trace empty = new TraceBuilder().build();
        assertValid(exported(empty), empty);
    }

    @Test
    void export_byName_isSpeedscopeAndNotChrome(@TempDir Path dir) throws IOException {
        add("a", 0, 10);
        for (String ending : new SpeedscopeExporter().suffixes()) {
            Path file = dir.resolve("t" + ending);
            builder.build().export(file);
            byte[] content = Files.readAllBytes(file);
            byte[] plain = ending.endsWith(".gz") ? unzipped(content) : content;
            assertThat(new ObjectMapper().readTree(plain).has("$schema"))
                    .as(ending)
                    .isTrue();
        }
    }

    @Test
    void export_compressed_isTheSameDocument() throws IOException {
        Trace trace = RandomOperations.of(3);
        JsonNode plain = exported(trace);
        JsonNode unzipped = new ObjectMapper().readTree(unzipped(bytes(trace, "x.speedscope.json.gz")));
        assertThat(unzipped.get("profiles")).isEqualTo(plain.get("profiles"));
        assertThat(unzipped.get("shared")).isEqualTo(plain.get("shared"));
    }

    private static byte[] unzipped(byte[] bytes) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    /** The rules of the schema, and what its descriptions and speedscope's reader demand beyond it. */
    private static void assertValid(JsonNode file, Trace trace) {
        assertThat(file.get("$schema").asText()).isEqualTo("https://www.speedscope.app/file-format-schema.json");
        int frames = file.get("shared").get("frames").size();
        file.get("shared")
                .get("frames")
                .forEach(frame -> assertThat(frame.get("name").isTextual()).isTrue());
        assertThat(file.get("profiles").size()).isPositive();
        int opened = 0;
        for (JsonNode profile : file.get("profiles")) {
            assertThat(profile.get("name").isTextual()).isTrue();
            assertThat(profile.get("unit").asText()).isIn(Set.of("nanoseconds", "bytes"));
            assertThat(profile.get("endValue").asLong())
                    .isGreaterThanOrEqualTo(profile.get("startValue").asLong());
            if (profile.get("type").asText().equals("evented")) {
                opened += assertEvented(profile, frames);
            } else {
                assertThat(profile.get("type").asText()).isEqualTo("sampled");
                assertSampled(profile, frames);
            }
        }
        long onNoStack =
                trace.events().stream().filter(event -> event.kind().isAsync()).count();
        assertThat(opened).isEqualTo(trace.eventCount() - onNoStack);
        assertThat(file.get("stepProfiler").get("markersTasksFramesLeftOut").asLong())
                .isEqualTo(onNoStack);
    }

    private static int assertEvented(JsonNode profile, int frames) {
        Deque<Integer> open = new ArrayDeque<>();
        long last = profile.get("startValue").asLong();
        int opened = 0;
        for (JsonNode event : profile.get("events")) {
            assertThat(event.get("frame").asInt()).isBetween(0, frames - 1);
            assertThat(event.get("at").asLong()).isGreaterThanOrEqualTo(last);
            last = event.get("at").asLong();
            if (event.get("type").asText().equals("O")) {
                open.push(event.get("frame").asInt());
                opened++;
            } else {
                assertThat(event.get("type").asText()).isEqualTo("C");
                assertThat(open.pop()).isEqualTo(event.get("frame").asInt());
            }
        }
        assertThat(open).isEmpty();
        assertThat(last).isLessThanOrEqualTo(profile.get("endValue").asLong());
        return opened;
    }

    private static void assertSampled(JsonNode profile, int frames) {
        assertThat(profile.get("samples").size())
                .isEqualTo(profile.get("weights").size());
        Map<String, Integer> distinct = new TreeMap<>();
        profile.get("samples").forEach(sample -> {
            distinct.merge(sample.toString(), 1, Integer::sum);
            sample.forEach(frame -> assertThat(frame.asInt()).isBetween(0, frames - 1));
        });
        assertThat(distinct.values()).allMatch(count -> count == 1);
        long sum = 0;
        for (JsonNode weight : profile.get("weights")) {
            assertThat(weight.asLong()).isPositive();
            sum += weight.asLong();
        }
        assertThat(profile.get("endValue").asLong()).isEqualTo(sum);
    }
}
