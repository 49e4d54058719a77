package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.nesting.SelfTimes;
import org.junit.jupiter.api.Test;

/** Markers, tasks, frames and counters of domains in a trace. */
class DomainEventsTest {
    private final TraceBuilder builder = new TraceBuilder();

    /** A scope from 0 to 100 with a marker, a task, a frame and a scope in it. */
    private Trace trace() {
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("outer"), 0, 100);
        main.add(builder.markerId("epoch", "training", MarkerScope.GLOBAL), 10, 5);
        main.add(builder.nameId("download", EventKind.TASK, "io"), 20, 70);
        main.add(builder.nameId("frame", EventKind.FRAME, ""), 30, 10);
        main.add(builder.nameId("inner"), 40, 10);
        return builder.build();
    }

    @Test
    void add_marker_isAnInstantWhateverItsDuration() {
        Track track = trace().tracks().get(0);
        assertThat(track.isInstant(1)).isTrue();
        assertThat(track.durationNanos(1)).isZero();
        assertThat(track.event(1).isInstant()).isTrue();
        assertThat(track.isInstant(2)).isFalse();
    }

    @Test
    void names_ofDomains_tellDomainAndScope() {
        Trace trace = trace();
        Track track = trace.tracks().get(0);
        assertThat(trace.domain(track.nameId(1))).isEqualTo("training");
        assertThat(trace.moduleType(track.nameId(1))).isEmpty();
        assertThat(trace.markerScope(track.nameId(1))).isEqualTo(MarkerScope.GLOBAL);
        assertThat(trace.domain(track.nameId(0))).isEmpty();
        assertThat(track.event(2).domain()).isEqualTo("io");
    }

    @Test
    void nesting_aroundThem_isAsWithoutThem() {
        Track track = trace().tracks().get(0);
        assertThat(Nesting.parents(track)).containsExactly(-1, -1, -1, -1, 0);
        assertThat(SelfTimes.of(track)).containsExactly(90, 0, 0, 0, 10);
    }

    @Test
    void addAll_deliveryWithThem_theyStayAsynchronous() {
        TraceBuilder source = new TraceBuilder();
        source.lane("lane").add(source.nameId("task", EventKind.TASK, "io"), 0, 10);
        builder.addAll(source);
        TrackBuilder lane = builder.lane("lane");
        lane.add(builder.nameId("task", EventKind.TASK, "io"), 20, 10);
        Track track = builder.build().tracks().get(0);
        assertThat(track.isAsync(0)).isTrue();
        assertThat(track.isAsync(1)).isTrue();
    }

    @Test
    void keyAverages_marker_hasItsCountAndDomainOnly() {
        KeyAverages averages = KeyAverages.of(trace());
        assertThat(averages.rows())
                .extracting(row -> row.key().domain(), KeyAverage::name, KeyAverage::count, KeyAverage::totalNanos)
                .contains(tuple("training", "epoch", 1L, 0L), tuple("io", "download", 1L, 70L));
        assertThat(averages.selfNanosTotal()).isEqualTo(100);
        assertThat(averages.csv(TableOptions.DEFAULT)).contains("training").contains("domain");
    }

    @Test
    void keyAverages_oneNameInTwoDomains_areTwoRows() {
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("load", EventKind.TASK, "disk"), 0, 1);
        main.add(builder.nameId("load", EventKind.TASK, "net"), 0, 2);
        assertThat(KeyAverages.of(builder.build()).rows())
                .extracting(row -> row.key().domain(), KeyAverage::count)
                .containsExactlyInAnyOrder(tuple("disk", 1L), tuple("net", 1L));
    }

    @Test
    void counter_wholeNumbersNoDoubleHolds_areExact() {
        long odd = (1L << 53) + 1;
        builder.counter("d", "c", 2, odd).counter("d", "c", 1, 0.5).counter("d", "c", 3, Long.MIN_VALUE + 1);
        CounterTrack counter = builder.build().counters().get(0);
        assertThat(counter.domain()).isEqualTo("d");
        assertThat(counter.value(0)).isEqualTo(0.5);
        assertThat(counter.longValue(0)).isZero();
        assertThat(counter.longValue(1)).isEqualTo(odd);
        assertThat(counter.longValue(2)).isEqualTo(Long.MIN_VALUE + 1);
        assertThat(counter.slice(1, 2).longValue(0)).isEqualTo(odd);
    }

    @Test
    void counters_oneNameInTwoDomains_areTwoCounters() {
        builder.counter("a", "c", 1, 1L).counter("b", "c", 1, 2L).counter("c", 1, 3);
        assertThat(builder.build().counters())
                .extracting(CounterTrack::domain, CounterTrack::name, counter -> counter.longValue(0))
                .containsExactly(tuple("a", "c", 1L), tuple("b", "c", 2L), tuple("", "c", 3L));
    }

    @Test
    void slice_marker_isInThePartInWhichItLies() {
        Trace later = trace().slice(10, 20);
        assertThat(later.tracks().get(0).size()).isEqualTo(1);
        assertThat(later.tracks().get(0).eventName(0)).isEqualTo("epoch");
    }
}
