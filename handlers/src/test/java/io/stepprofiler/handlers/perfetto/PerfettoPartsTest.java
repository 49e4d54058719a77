package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PerfettoPartsTest {
    /** An epoch around four steps of two operations. */
    private static Trace epoch() {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("epoch"), 0, 4000);
        for (int step = 0; step < 4; step++) {
            builder.step(new StepMark(step, step * 1000L, 1000, 1, false));
            builder.thread(1, "main").add(builder.nameId("forward"), step * 1000L, 400);
            builder.thread(1, "main").add(builder.nameId("backward"), step * 1000L + 400, 500);
        }
        return builder.build();
    }

    private static boolean isContinued(Imported.Slice slice) {
        return slice.category().equals("continued");
    }

    @Test
    void scope_aroundSeveralParts_isOnATrackOfItsOwnInTheLaterOnes() {
        Trace whole = epoch();
        List<Trace> parts = whole.parts(ExportOptions.DEFAULT.splitBySteps(2));
        Imported later = Imported.of(parts.get(1));

        assertThat(Imported.of(parts.get(0)).slices).noneMatch(PerfettoPartsTest::isContinued);
        assertThat(later.errors).isEmpty();
        assertThat(later.slices.stream().filter(PerfettoPartsTest::isContinued))
                .extracting(
                        slice -> slice.track().name(),
                        Imported.Slice::name,
                        Imported.Slice::start,
                        Imported.Slice::duration,
                        Imported.Slice::arguments)
                .containsExactly(tuple(
                        "main (continued)",
                        "(continued) epoch",
                        2000L,
                        2000L,
                        Map.of("continued", true, "event id", whole.eventId(0, 0), "begun before ns", 2000L)));
        assertThat(later.tid(later.track("main (continued)"))).isEqualTo(1);
    }

    @Test
    void slices_ofTheParts_areThoseOfTheWhole() {
        for (int seed = 0; seed < 20; seed++) {
            Trace trace = RandomTrace.of(seed);
            List<Imported.Slice> slices = new ArrayList<>();
            for (Trace part : trace.parts(ExportOptions.DEFAULT.splitByEvents((int) (1 + trace.eventCount() / 4)))) {
                Imported imported = Imported.of(part);
                assertThat(imported.errors).as("seed %d", seed).isEmpty();
                imported.slices.stream().filter(slice -> !isContinued(slice)).forEach(slices::add);
            }
            assertThat(slices)
                    .as("seed %d", seed)
                    .extracting(Imported.Slice::name)
                    .containsExactlyInAnyOrderElementsOf(Imported.of(trace).slices.stream()
                            .map(Imported.Slice::name)
                            .toList());
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void account_ofAPart_saysWhichItIs() {
        List<Trace> parts = epoch().parts(ExportOptions.DEFAULT.splitBySteps(2));
        Map<String, Object> account = (Map<String, Object>)
                Imported.of(parts.get(1)).instants.get(0).arguments().get("account");

        assertThat((Map<String, Object>) account.get("part"))
                .containsEntry("number", 2L)
                .containsEntry("of", 2L)
                .containsEntry("continued", 1L);
    }

    @Test
    void flow_fromAForwardOperation_hasOneNumberInEveryPart() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int step = 0; step < 2; step++) {
            long start = step * 1000L;
            builder.step(new StepMark(step, start, 1000, 1, false));
            track.sequence(track.add(builder.nameId("forward"), start, 10), step, -1);
            track.sequence(track.add(builder.nameId("backward"), start + 20, 10), step, 1);
        }
        Trace whole = builder.build();
        Imported later =
                Imported.of(whole.parts(ExportOptions.DEFAULT.splitBySteps(1)).get(1));

        assertThat(later.slice("forward").flows())
                .hasSize(1)
                .isEqualTo(later.slice("backward").flows())
                .isEqualTo(Imported.of(whole).slices.stream()
                        .filter(slice -> slice.name().equals("forward") && slice.start() == 1000)
                        .findFirst()
                        .orElseThrow()
                        .flows());
    }
}
