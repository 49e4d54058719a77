package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.handlers.chrome.Exported.Slice;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FlowsTest {
    private record Arrow(Slice from, Slice to) {}

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    @Test
    void arrow_fromForwardToBackward_isThatOfTorch() {
        main.sequence(main.add(builder.nameId("mm"), 10, 10), 5, -1);
        TrackBuilder other = builder.thread(2, "backward");
        other.sequence(other.add(builder.nameId("MmBackward0"), 50, 10), 5, 1);

        Exported file = Exported.json(builder.build());

        assertThat(file.events("s"))
                .singleElement()
                .isEqualTo(Exported.read("""
                {"ph": "s", "id": 1, "cat": "fwdbwd", "name": "fwdbwd", "pid": 0, "tid": 1, "ts": 0.010}""").root());
        assertThat(file.events("f"))
                .singleElement()
                .isEqualTo(Exported.read("""
                {"ph": "f", "bp": "e", "id": 1, "cat": "fwdbwd", "name": "fwdbwd", "pid": 0, "tid": 2, "ts": 0.050}""").root());
    }

    @Test
    void arrow_fromLaunchToDevice_hasTheCorrelation() {
        int launch = main.add(builder.nameId("cudaLaunchKernel", EventKind.RUNTIME, ""), 10, 5);
        main.correlation(launch, 1234);
        TrackBuilder stream = builder.stream(Device.cuda(3), 7);
        int kernel = builder.nameId("kernel", EventKind.KERNEL, "");
        stream.correlation(stream.add(kernel, 20, 5), 1234);
        stream.correlation(stream.add(kernel, 30, 5), 1234);

        Exported file = Exported.json(builder.build());

        assertThat(file.events("s"))
                .singleElement()
                .isEqualTo(Exported.read("""
                {"ph": "s", "id": 1234, "cat": "ac2g", "name": "ac2g", "pid": 0, "tid": 1, "ts": 0.010}""").root());
        assertThat(file.events("f").get(1)).isEqualTo(Exported.read("""
                {"ph": "f", "bp": "e", "id": 1234, "cat": "ac2g", "name": "ac2g", "pid": 3, "tid": 7, "ts": 0.030}""").root());
        assertThat(arrows(file, "ac2g")).hasSize(2);
    }

    @Test
    void correlation_thatNothingAnswers_drawsNoArrow() {
        main.correlation(main.add(builder.nameId("a"), 0, 5), 1);
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(builder.nameId("k", EventKind.KERNEL, ""), 0, 5), 2);

        Exported file = Exported.json(builder.build());

        assertThat(file.events("s")).isEmpty();
        assertThat(file.events("f")).isEmpty();
    }

    @Test
    void arrow_ofSeveralEventsWithOneCorrelation_beginsAtTheRuntime() {
        main.correlation(main.add(builder.nameId("op"), 0, 100), 1);
        main.correlation(main.add(builder.nameId("launch", EventKind.RUNTIME, ""), 10, 50), 1);
        main.correlation(main.add(builder.nameId("inner"), 20, 10), 1);
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(builder.nameId("k", EventKind.KERNEL, ""), 40, 5), 1);

        List<Arrow> arrows = arrows(Exported.json(builder.build()), "ac2g");

        assertThat(arrows).extracting(arrow -> arrow.from().name()).containsExactly("launch");
    }

    @Test
    void arrows_random_areTheLinksOfTheTrace() {
        for (long seed = 0; seed < 37; seed++) {
            Trace trace = random(new Random(seed));
            Exported file = Exported.json(trace);
            Set<String> expected = new HashSet<>();
            for (ForwardBackward.Link link : ForwardBackward.links(trace)) {
                expected.add(id(trace, link.forward()) + " " + id(trace, link.backward()));
            }
            List<Arrow> arrows = arrows(file, "fwdbwd");
            assertThat(arrows)
                    .extracting(arrow -> arrow.from().args().path("External id") + " "
                            + arrow.to().args().path("External id"))
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static long id(Trace trace, EventRef event) {
        return trace.eventId(event.track(), event.event());
    }

    /** Operations of which no two begin at the same time, so that the start of an arrow tells where it begins. */
    private static Trace random(Random random) {
        TraceBuilder any = new TraceBuilder();
        long time = 0;
        for (int i = 0; i < 40; i++) {
            TrackBuilder track = any.thread(random.nextInt(1, 4), "t");
            time += random.nextInt(1, 5);
            int event = track.add(any.nameId("op"), time, random.nextInt(20));
            if (random.nextInt(4) > 0) {
                track.sequence(event, random.nextInt(6), random.nextBoolean() ? -1 : random.nextInt(1, 5));
            }
            if (random.nextInt(6) == 0) {
                track.async(event);
            }
        }
        return any.build();
    }

    /** The arrows of a category, each end at the slice that begins there. */
    private static List<Arrow> arrows(Exported file, String category) {
        Map<Long, Slice> starts = new HashMap<>();
        for (JsonNode start : file.events("s")) {
            if (start.path("cat").textValue().equals(category)) {
                assertThat(starts.put(start.path("id").longValue(), at(file, start)))
                        .isNull();
            }
        }
        return file.events("f").stream()
                .filter(end -> end.path("cat").textValue().equals(category))
                .map(end -> new Arrow(starts.get(end.path("id").longValue()), at(file, end)))
                .toList();
    }

    private static Slice at(Exported file, JsonNode flow) {
        return file.slices().stream()
                .filter(slice -> slice.json().path("pid").equals(flow.path("pid"))
                        && slice.json().path("tid").equals(flow.path("tid"))
                        && slice.json().path("ts").equals(flow.path("ts")))
                .findFirst()
                .orElseThrow();
    }
}
