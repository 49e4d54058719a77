package io.stepprofiler.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SegmentTest {
    /** Large enough that two pieces of so many events do not fit into the cache together. */
    private static final int MANY = 500_000;

    private final AtomicInteger readings = new AtomicInteger();
    private final JoinedSegments trace = new JoinedSegments();

    SegmentTest() {
        trace.trace().window(at(0), at(1_000_000_000));
    }

    private static ClockAnchor at(long nanos) {
        return new ClockAnchor(nanos, nanos);
    }

    private static SegmentCounts begun(long count) {
        return new SegmentCounts(count, Map.of(), Map.of());
    }

    private static ThreadSegmentHeader facts(long firstIndex, int size, long firstNanos) {
        return new ThreadSegmentHeader(
                1, "main", false, firstIndex, size, firstNanos, 0, new int[0], ThreadSegmentHeader.Has.NOTHING);
    }

    /**
     * A segment of events that are counted when they are read: event {@code i} of the window begins at {@code 10 * i}.
     */
    private Segment readLater(int first, int size) {
        SegmentBuilder segment = new SegmentBuilder(at(10L * first), at(10L * (first + size)));
        int name = segment.beside().nameId("event");
        segment.counts(begun(first), begun(first + size));
        segment.thread(1, "main", first).readLater(facts(first, size, 10L * first), events -> {
            readings.incrementAndGet();
            IntStream.range(first, first + size).forEach(i -> events.add(name, 10L * i, i));
        });
        return segment.build();
    }

    @Test
    void startNanos_inOrder_readsEachPieceOnce() {
        IntStream.range(0, 5).forEach(i -> trace.add(readLater(i * 100, 100)));
        Track track = trace.build().tracks().get(0);
        assertThat(readings).hasValue(0);
        assertThat(IntStream.range(0, 500))
                .allMatch(i -> track.startNanos(i) == 10L * i && track.durationNanos(i) == i);
        assertThat(readings).hasValue(5);
    }

    @Test
    void startNanos_piecesThatDoNotFitIntoTheCache_areReadAgain() {
        IntStream.range(0, 3).forEach(i -> trace.add(readLater(i * MANY, MANY)));
        Track track = trace.build().tracks().get(0);
        for (int i = 0; i < 4; i++) {
            assertThat(track.startNanos(0)).isZero();
            assertThat(track.startNanos(2 * MANY)).isEqualTo(20L * MANY);
        }
        assertThat(readings).hasValue(8);
    }

    @Test
    void startNanos_manyThreadsAtOnce_readTheSame() {
        IntStream.range(0, 20).forEach(i -> trace.add(readLater(i * 1000, 1000)));
        Track track = trace.build().tracks().get(0);
        List<Integer> wrong = IntStream.range(0, 200_000)
                .parallel()
                .map(i -> (int) (i * 7919L % track.size()))
                .filter(event -> track.startNanos(event) != 10L * event || track.durationNanos(event) != event)
                .boxed()
                .toList();
        assertThat(wrong).isEmpty();
    }

    @Test
    void startNanos_eventsCannotBeRead_saysWhich() {
        trace.add(readLater(0, 10));
        SegmentBuilder broken = new SegmentBuilder(at(100), at(200)).counts(begun(10), begun(15));
        broken.thread(1, "main", 10).readLater(facts(10, 5, 100), events -> {
            throw new IOException("gone");
        });
        Track track = trace.add(broken.build()).build().tracks().get(0);
        assertThat(track.startNanos(9)).isEqualTo(90);
        assertThatThrownBy(() -> track.startNanos(12))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("Events from 10 on cannot be read")
                .hasRootCauseMessage("gone");
    }

    @Test
    void startNanos_fewerEventsThanWerePromised_areRefused() {
        SegmentBuilder segment = new SegmentBuilder(at(0), at(100)).counts(begun(0), begun(5));
        int name = segment.beside().nameId("event");
        segment.thread(1, "main", 0).readLater(facts(0, 5, 0), events -> events.add(name, 0, 1));
        Track track = trace.add(segment.build()).build().tracks().get(0);
        assertThatThrownBy(() -> track.startNanos(0))
                .isInstanceOf(UncheckedIOException.class)
                .rootCause()
                .hasMessageContaining("1 events instead of 5");
    }

    @Test
    void build_eventsThatBeganAtOnce_stayThoseThatLaterSegmentsKnowByNumber() {
        SegmentBuilder first = new SegmentBuilder(at(0), at(100));
        TrackBuilder events = first.thread(1, "main", 0).events();
        int name = first.beside().nameId("event");
        // A clock that is slow to tick: two scopes, one after the other, have one start.
        events.add(name, 50, 0);
        int open = events.add(name, 50, 50);
        events.unfinished(open);
        SegmentBuilder second = new SegmentBuilder(at(100), at(200));
        second.thread(1, "main", 2).lateEnd(1, 180, false);
        Trace built = trace.add(first.build()).add(second.build()).build();
        Track track = built.tracks().get(0);
        assertThat(List.of(track.durationNanos(0), track.durationNanos(1))).containsExactly(130L, 0L);
        assertThat(built.account().unfinished()).isEmpty();
        assertThat(built.account().anomalies()).isEmpty();
    }

    @Test
    void lateEnd_eventsThatBeganAtOnce_areInTheOrderOfTheirDurationsAfterwards() {
        SegmentBuilder first = new SegmentBuilder(at(0), at(100));
        TrackBuilder events = first.thread(1, "main", 0).events();
        for (String each : List.of("short", "long")) {
            events.unfinished(events.add(first.beside().nameId(each), 50, 50));
        }
        SegmentBuilder second = new SegmentBuilder(at(100), at(200));
        second.thread(1, "main", 2).lateEnd(0, 120, false);
        second.thread(1, "main", 2).lateEnd(1, 150, false);
        Track track =
                trace.add(first.build()).add(second.build()).build().tracks().get(0);
        assertThat(List.of(track.eventName(0), track.eventName(1))).containsExactly("long", "short");
    }

    @Test
    void lateEnd_toldTwice_isAnAnomaly() {
        SegmentBuilder first = new SegmentBuilder(at(0), at(100));
        TrackBuilder events = first.thread(1, "main", 0).events();
        events.unfinished(events.add(first.beside().nameId("event"), 50, 50));
        trace.add(first.build());
        for (int i = 1; i <= 2; i++) {
            SegmentBuilder next = new SegmentBuilder(at(100L * i), at(100L * i + 100));
            next.thread(1, "main", 1).lateEnd(0, 100L * i + 20, false);
            trace.add(next.build());
        }
        Trace built = trace.build();
        assertThat(built.tracks().get(0).durationNanos(0)).isEqualTo(70);
        assertThat(built.account().anomalies()).containsExactly(entry(Anomaly.CLOSED_TWICE, 1L));
    }

    @Test
    void segment_oneIsMissing_itsEventsAreCountedAsDamaged() {
        trace.add(readLater(0, 10)).add(readLater(30, 10));
        LossAccount account = trace.build().account();
        assertThat(account.begun()).isEqualTo(40);
        assertThat(account.dropped()).containsExactly(entry(DropCause.JOURNAL_DAMAGED, 20L));
    }

    @Test
    void segment_endOfAnEventOfOneThatIsMissing_isLeftOut() {
        SegmentBuilder late = new SegmentBuilder(at(100), at(200));
        late.thread(1, "main", 10).lateEnd(3, 150, false);
        Trace built = trace.add(readLater(5, 5)).add(late.build()).build();
        assertThat(built.eventCount()).isEqualTo(5);
        assertThat(built.tracks().get(0).durationNanos(3)).isEqualTo(8);
    }

    @Test
    void segment_journalEnded_openEventsSaySo() {
        SegmentBuilder first = new SegmentBuilder(at(0), at(100));
        TrackBuilder events = first.thread(1, "main", 0).events();
        events.unfinished(events.add(first.beside().nameId("event"), 50, 50));
        Trace built = trace.add(first.build()).journalEnded().build();
        assertThat(built.account().unfinished()).containsExactly(entry(UnfinishedCause.JOURNAL_ENDED, 1L));
    }

    @Test
    void build_sourceReportsOfAThreadWithoutEvents_areOnItsTrack() {
        SegmentBuilder segment = new SegmentBuilder(at(0), at(100));
        segment.thread(1, "main", 0).announce();
        trace.add(segment.build());
        TrackBuilder reported = trace.trace().begun(1).thread(1, "main");
        reported.unfinished(reported.add(trace.trace().nameId("pause"), 10, 5));
        Trace built = trace.build();
        assertThat(built.tracks()).hasSize(1);
        assertThat(built.tracks().get(0).eventName(0)).isEqualTo("pause");
        assertThat(built.account().unfinished()).containsExactly(entry(UnfinishedCause.WINDOW_ENDED, 1L));
        assertThat(built.account().held()).isEqualTo(1);
    }

    @Test
    void steps_openOneIsToldAgain_isThereOnce() {
        SegmentBuilder first = new SegmentBuilder(at(0), at(100));
        first.beside().step(new StepMark(0, 0, 100, 1, true));
        SegmentBuilder second = new SegmentBuilder(at(100), at(200));
        second.beside().step(new StepMark(0, 0, 150, 1, false));
        second.beside().step(new StepMark(1, 150, 50, 1, true));
        Trace built = trace.add(first.build()).add(second.build()).build();
        assertThat(built.steps()).containsExactly(new StepMark(0, 0, 150, 1, false), new StepMark(1, 150, 50, 1, true));
    }

    @Test
    void events_ofASegment_areThoseOfTheirThread() {
        Segment segment = readLater(0, 3);
        Track events = segment.threads().get(0).events();
        Set<String> names = new HashSet<>();
        List<Long> starts = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            names.add(segment.names().name(events.nameId(i)));
            starts.add(events.startNanos(i));
        }
        assertThat(names).containsExactly("event");
        assertThat(starts).containsExactly(0L, 10L, 20L);
    }
}
