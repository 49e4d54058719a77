package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.handlers.perfetto.Imported.Slice;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Markers, tasks and frames in a Perfetto trace, and counters of domains. */
class UnnestedSlicesTest {
    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private Imported imported() {
        Imported imported = Imported.of(builder.build());
        assertThat(imported.errors).isEmpty();
        return imported;
    }

    @Test
    void markers_ofEachScope_areInstantsOnWhatTheyConcern() {
        for (MarkerScope scope : MarkerScope.values()) {
            main.add(builder.markerId(scope.name(), "", scope), 10, 0);
        }

        assertThat(imported().instants.stream()
                        .filter(instant -> instant.category().equals("marker"))
                        .map(instant ->
                                instant.name() + " on " + instant.track().name()))
                .containsExactlyInAnyOrder("THREAD on main", "PROCESS on java", "GLOBAL on Global markers");
    }

    @Test
    void tasks_thatOverlap_areOnTracksOfTheirNameBelowTheirDomain() {
        int load = builder.nameId("load", EventKind.TASK, "io");
        main.add(load, 0, 100);
        main.add(load, 10, 50);
        main.add(load, 100, 20);

        Imported imported = imported();
        List<Slice> slices = imported.slices;

        assertThat(slices).extracting(Slice::duration).containsExactlyInAnyOrder(100L, 50L, 20L);
        assertThat(slices.stream().map(Slice::track).distinct()).hasSize(2);
        assertThat(slices)
                .allMatch(slice -> slice.track().name().equals("load")
                        && imported.tracks.get(slice.track().parent()).name().equals("io"));
        assertThat(slices).extracting(slice -> slice.arguments().get("Thread")).containsOnly("main");
    }

    /** Perfetto joins such tracks into one row with a line for each, as it does for asynchronous events of its own. */
    @Test
    void tracks_ofTasks_areMergedByName() {
        main.add(builder.nameId("load", EventKind.TASK, ""), 0, 100);

        assertThat(imported().track("load").descriptor().number("sibling_merge_behavior"))
                .isEqualTo(1);
    }

    @Test
    void tasks_moreThanThereMayBeRows_areThereWithoutDurationAndCounted() {
        int task = builder.nameId("task", EventKind.TASK, "");
        for (int i = 0; i <= TrackRows.MAX_ROWS; i++) {
            main.add(task, i, 10_000);
        }

        Imported imported = imported();

        assertThat(imported.slices).hasSize(TrackRows.MAX_ROWS + 1);
        assertThat(imported.slices.stream().filter(slice -> slice.duration() == 0))
                .singleElement()
                .satisfies(slice -> assertThat(slice.arguments()).containsEntry("shortened ns", 10_000L));
        assertThat(imported.instants.get(0).arguments().get("account").toString())
                .contains("durationsLeftOut=1");
    }

    @Test
    void counters_ofADomain_areBelowIt() {
        builder.counter("io", "queue", 10, 2L).counter("", "queue", 10, 3L);

        Imported imported = imported();

        assertThat(imported.samples)
                .extracting(
                        sample -> imported.tracks.get(sample.track().parent()).name() + " " + sample.value())
                .containsExactly("io 2.0", "java 3.0");
    }
}
