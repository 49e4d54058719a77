package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
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
}
