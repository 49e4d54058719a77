package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.xplane.Opened.Event;
import io.stepprofiler.readers.xspace.proto.XLine;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;

/** Markers, tasks and frames in an XSpace, and counters of domains. */
class UnnestedLinesTest {
    private final TraceBuilder builder = new TraceBuilder().step(new StepMark(0, 0, 1000, 1, false));
    private final TrackBuilder main = builder.thread(1, "main");

    private Opened opened() {
        return Opened.of(builder.build());
    }

    @Test
    void tasks_thatOverlap_areOnLinesOfTheirOwn() {
        int load = builder.nameId("load", EventKind.TASK, "io");
        main.add(builder.nameId("scope"), 5, 100);
        main.add(load, 10, 100);
        main.add(load, 20, 50);
        main.add(load, 70, 50);

        Opened opened = opened();

        assertThat(opened.line("main (tasks)")).extracting(Event::startPicos).containsExactly(10_000L);
        assertThat(opened.line("main (tasks 2)")).extracting(Event::startPicos).containsExactly(20_000L, 70_000L);
        assertThat(opened.line("main")).extracting(Event::name).containsExactly("ProfilerStep", "scope");
        assertThat(opened.line("main (tasks)").get(0).stat("Domain")).isEqualTo("io");
    }

    /** A colon makes an operation of a name, and a name that begins with train a step. */
    @Test
    void names_ofTasks_areNeitherOperationsNorSteps() {
        main.add(builder.nameId("train", EventKind.TASK, ""), 10, 100);
        main.add(builder.nameId("a:B", EventKind.TASK, ""), 10, 100);

        assertThat(opened().events.stream()
                        .filter(event -> event.line().startsWith("main (tasks"))
                        .map(Event::name))
                .containsExactlyInAnyOrder("scope/train", "a.B");
    }

    @Test
    void markers_ofAThread_areOnALineWithTheirScope() {
        main.add(builder.markerId("epoch", "training", MarkerScope.GLOBAL), 10, 0);

        assertThat(opened().line("main (markers)")).singleElement().satisfies(marker -> {
            assertThat(marker.durationPicos()).isZero();
            assertThat(marker.stat("Scope")).isEqualTo("global");
            assertThat(marker.stat("Domain")).isEqualTo("training");
        });
    }

    /** Every stat of a counter's event, also of its metadata, would be a curve. */
    @Test
    void counter_ofADomain_hasItInItsNameAndInNoStat() {
        builder.counter("io", "queue", 10, 2L);

        Opened opened = opened();

        assertThat(opened.line("_counters_")).singleElement().satisfies(sample -> {
            assertThat(sample.name()).isEqualTo("io/queue");
            assertThat(sample.stats()).containsOnlyKeys("value");
        });
        assertThat(opened.plane("/host:CPU").getLinesList())
                .filteredOn(line -> line.getName().equals("_counters_"))
                .extracting(XLine::getDisplayName)
                .containsExactly("io");
    }
}
