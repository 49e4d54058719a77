package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.handlers.chrome.Exported.Unnested;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Markers, tasks and frames in a Chrome trace, and counters of domains. */
class UnnestedEventsTest {
    @TempDir
    private Path dir;

    private final TraceBuilder builder = new TraceBuilder()
            .window(new ClockAnchor(0, RandomTrace.EPOCH), new ClockAnchor(1000, RandomTrace.EPOCH + 1000));
    private final TrackBuilder main = builder.thread(1, "main");

    private List<Unnested> unnested() {
        return Exported.json(builder.build()).unnested();
    }

    private Trace read(Trace trace) throws IOException {
        trace.export(dir.resolve("t.json.gz"));
        return Traces.read(dir.resolve("t.json.gz"));
    }

    @Test
    void marker_ofEachScope_isAnInstantWithItsLetter() {
        for (MarkerScope scope : MarkerScope.values()) {
            main.add(builder.markerId("m", "training", scope), 10, 0);
        }

        List<Unnested> markers = unnested();

        assertThat(markers).extracting(Unnested::phase).containsOnly("i");
        assertThat(markers)
                .extracting(marker -> marker.json().path("s").textValue())
                .containsExactlyInAnyOrder("g", "p", "t");
        assertThat(markers)
                .allMatch(marker -> marker.json().path("cat").textValue().equals("training")
                        && !marker.json().has("dur"));
    }

    @Test
    void recordingOfACudaEvent_hasTheCategoryOfPytorchAndIsReadBackAsAMarkerOfItsStream() throws IOException {
        builder.stream(Device.cuda(1), 7).add(builder.nameId("Event Record", EventKind.MARKER, ""), 10, 0);

        Trace read = read(builder.build());

        assertThat(unnested()).singleElement().satisfies(marker -> {
            assertThat(marker.json().path("cat").textValue()).isEqualTo("cuda_event");
            assertThat(marker.json().path("pid").intValue()).isEqualTo(1);
            assertThat(marker.json().path("tid").intValue()).isEqualTo(7);
        });
        assertThat(read.events())
                .singleElement()
                .satisfies(event -> assertThat(event.kind()).isEqualTo(EventKind.MARKER));
        assertThat(read.domain(read.tracks().get(1).nameId(0))).isEmpty();
    }

    @Test
    void tasks_ofOneNameThatOverlap_haveIdsOfTheirOwn() {
        int load = builder.nameId("load", EventKind.TASK, "io");
        main.add(load, 10, 100);
        main.add(load, 20, 50);
        builder.thread(2, "worker").add(load, 30, 200);

        Exported file = Exported.json(builder.build());

        assertThat(file.unnested()).extracting(Unnested::durationNanos).containsExactly(100L, 50L, 200L);
        assertThat(file.events("b"))
                .extracting(begin -> begin.path("id2").path("local").textValue())
                .doesNotHaveDuplicates();
        assertThat(file.rowNames().values()).containsExactly("main", "worker");
    }

    @Test
    void task_insideAScope_takesNothingFromItsRow() {
        main.add(builder.nameId("scope"), 0, 100);
        main.add(builder.nameId("task", EventKind.TASK, ""), 50, 100);

        Exported file = Exported.json(builder.build());

        assertThat(file.scopes()).extracting(Exported.Slice::tid).containsExactly(1L);
        assertThat(file.rowNames()).hasSize(1);
        assertThat(file.unnested())
                .extracting(task -> task.json().path("cat").textValue())
                .containsExactly("task");
    }

    @Test
    void frames_ofAName_haveTheirNumberAndCategory() {
        int request = builder.nameId("request", EventKind.FRAME, "server");
        for (long number = 1; number <= 2; number++) {
            main.argument(main.add(request, number * 1_000_000, 500), builder.nameId("frame"), number);
        }

        List<Unnested> frames = unnested();

        assertThat(frames)
                .extracting(frame -> frame.args().path("frame").longValue())
                .containsExactly(1L, 2L);
        assertThat(frames.get(1).json().path("cat").textValue()).isEqualTo("server,frame");
    }

    /** TensorBoard's plugin takes every instant of such a name for an allocation. */
    @Test
    void marker_namedLikeMemory_isNone() throws IOException {
        main.add(builder.markerId("[memory]", "", MarkerScope.THREAD), 10, 0);

        Trace trace = builder.build();

        assertThat(Exported.json(trace).unnested()).extracting(Unnested::name).containsExactly("(marker) [memory]");
        assertThat(read(trace).events()).extracting(TraceEvent::name).containsExactly("[memory]");
    }

    @Test
    void marker_namedAsTorchEndsFiles_isReadAgain() throws IOException {
        main.add(builder.markerId("Record Window End", "", MarkerScope.GLOBAL), 10, 0);

        assertThat(read(builder.build()).events()).extracting(TraceEvent::kind).containsExactly(EventKind.MARKER);
    }

    @Test
    void domains_andKinds_areReadAgain() throws IOException {
        List<String> expected = new ArrayList<>();
        for (String domain : List.of("", "task", "frame", "a,frame", "a")) {
            for (EventKind kind : List.of(EventKind.TASK, EventKind.FRAME, EventKind.MARKER)) {
                main.add(builder.nameId("x", kind, domain), 10, 5);
                expected.add(kind + " of " + domain);
            }
        }

        assertThat(read(builder.build()).events())
                .extracting(event -> event.kind() + " of " + event.domain())
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void counters_ofOneNameInSeveralDomains_stayApart() throws IOException {
        builder.counter("", "queue", 10, 1.5)
                .counter("io", "queue", 10, 2L)
                .counter("net", "queue", 10, Long.MAX_VALUE);

        Trace trace = builder.build();
        List<JsonNode> samples = Exported.json(trace).events("C");

        assertThat(samples)
                .extracting(
                        sample -> sample.path("name").textValue(),
                        sample -> sample.path("cat").asText(),
                        sample -> sample.path("id").asText())
                .containsExactly(tuple("queue", "", ""), tuple("queue", "io", "io"), tuple("queue", "net", "net"));
        assertThat(read(trace).counters())
                .extracting(CounterTrack::domain, CounterTrack::name, counter -> counter.longValue(0))
                .containsExactly(
                        tuple("", "queue", 1L), tuple("io", "queue", 2L), tuple("net", "queue", Long.MAX_VALUE));
    }
}
