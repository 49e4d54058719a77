package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.handlers.chrome.Exported.Slice;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class RandomTrainingTest {
    @Test
    void file_anyTrace_holdsEveryEventAtItsTime() {
        for (long seed = 0; seed < 20; seed++) {
            Trace trace = RandomTraining.of(seed);
            Exported file = Exported.json(trace);
            Map<Long, long[]> found = new HashMap<>();
            file.scopes().stream()
                    .filter(slice -> slice.args().has("Ev Idx"))
                    .forEach(slice ->
                            found.put(index(slice.args()), new long[] {slice.startNanos(), slice.trueDurationNanos()}));
            file.unnested()
                    .forEach(each ->
                            found.put(index(each.args()), new long[] {each.startNanos(), each.durationNanos()}));
            List<TraceEvent> events = trace.events();
            assertThat(found).as("seed %d", seed).hasSameSizeAs(events);
            for (int i = 0; i < events.size(); i++) {
                assertThat(found.get((long) i))
                        .containsExactly(
                                trace.start().toEpochNanos(events.get(i).startNanos()),
                                events.get(i).durationNanos());
            }
        }
    }

    private static long index(JsonNode args) {
        return args.path("Ev Idx").longValue();
    }

    @Test
    void steps_anyTrace_areThoseOfTheTraceOnly() {
        for (long seed = 0; seed < 20; seed++) {
            Trace trace = RandomTraining.of(seed);
            assertThat(Exported.json(trace).steps()).hasSameSizeAs(trace.steps());
        }
    }

    @Test
    void rows_anyTrace_noViewerDropsAnything() {
        for (long seed = 0; seed < 20; seed++) {
            Exported file = Exported.json(RandomTraining.of(seed));
            for (List<Slice> row : rows(file).values()) {
                assertThat(ViewedNesting.droppedByTensorBoard(row))
                        .as("seed %d", seed)
                        .isEmpty();
                assertThat(ViewedNesting.droppedByPerfetto(row))
                        .as("seed %d", seed)
                        .isEmpty();
            }
        }
    }

    @Test
    void externalIds_ofOperations_areUniqueAndThoseOfDevicesKnown() {
        for (long seed = 0; seed < 20; seed++) {
            List<Slice> slices = Exported.json(RandomTraining.of(seed)).slices();
            List<Long> operations = slices.stream()
                    .filter(slice -> slice.args().has("Record function id"))
                    .map(RandomTrainingTest::externalId)
                    .toList();
            assertThat(operations).doesNotHaveDuplicates();
            assertThat(slices)
                    .filteredOn(slice -> slice.args().has("External id"))
                    .extracting(RandomTrainingTest::externalId)
                    .allMatch(id -> id == 0 || operations.contains(id));
        }
    }

    @Test
    void arrows_anyTrace_beginOnceAndLieWhereSlicesBegin() {
        for (long seed = 0; seed < 20; seed++) {
            Exported file = Exported.json(RandomTraining.of(seed));
            Map<String, Long> starts = file.slices().stream()
                    .collect(Collectors.groupingBy(slice -> place(slice.json()), Collectors.counting()));
            Map<String, Long> begun =
                    file.events("s").stream().collect(Collectors.groupingBy(this::arrow, Collectors.counting()));
            assertThat(begun.values()).allMatch(count -> count == 1);
            assertThat(file.events("s")).allMatch(end -> starts.containsKey(place(end)));
            assertThat(file.events("f")).allMatch(end -> starts.containsKey(place(end)));
            assertThat(file.events("f")).extracting(this::arrow).allMatch(begun::containsKey);
        }
    }

    private String arrow(JsonNode flow) {
        return flow.path("cat").textValue() + flow.path("id");
    }

    private static String place(JsonNode event) {
        return event.path("pid") + "/" + event.path("tid") + "@" + event.path("ts");
    }

    private static Long externalId(Slice slice) {
        return slice.args().path("External id").longValue();
    }

    private static Map<String, List<Slice>> rows(Exported file) {
        return file.slices().stream()
                .collect(Collectors.groupingBy(
                        slice -> slice.json().path("pid") + "/" + slice.json().path("tid")));
    }
}
