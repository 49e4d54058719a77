package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.jvm.Lanes.Span;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanesTest {
    private static final long BASE = 1_000_000;

    /** The trace of spans on the lane of compilers. */
    private static Trace traceOf(List<Span> spans) throws Exception {
        return traceOf(List.of(spans), new Lanes());
    }

    /** The trace of such spans that come in pieces. */
    private static Trace traceOf(List<List<Span>> pieces, Lanes lanes) throws Exception {
        return Windows.of(
                options -> new ActivityRecording() {
                    @Override
                    public void stop() {}

                    @Override
                    public void collect(ActivitySink sink) {
                        pieces.forEach(spans -> {
                            spans.forEach(span -> lanes.add(Lane.COMPILER, span));
                            lanes.addTo(sink);
                        });
                    }
                },
                () -> {});
    }

    private static Span span(int thread, String name, long start, long end) {
        return new Span(thread, name, BASE + start, BASE + end);
    }

    private static List<String> names(Trace trace, String lane) {
        return Windows.lane(trace, lane).stream().map(TraceEvent::name).toList();
    }

    @Test
    void spans_oneAfterTheOther_shareALane() throws Exception {
        Trace trace = traceOf(List.of(span(2, "second", 10, 20), span(1, "first", 0, 10)));
        assertThat(names(trace, "JIT compiler")).containsExactly("first", "second");
    }

    @Test
    void spans_ofOneThreadInsideEachOther_shareALane() throws Exception {
        Trace trace = traceOf(List.of(span(1, "outer", 0, 10), span(1, "inner", 0, 10)));
        assertThat(names(trace, "JIT compiler")).containsExactly("outer", "inner");
    }

    @Test
    void moments_ofTwoThreads_shareALane() throws Exception {
        Trace trace = traceOf(List.of(span(1, "one", 5, 5), span(2, "other", 5, 5)));
        assertThat(names(trace, "JIT compiler")).containsExactly("one", "other");
    }

    /**
     * Whatever comes, each span is on one lane, and two of a lane overlap only if one thread did one inside the other.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void lanes_ofRandomSpans_neverMislead(int seed) throws Exception {
        Random random = new Random(seed);
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            long start = random.nextInt(500);
            spans.add(span(random.nextInt(3), String.valueOf(i), start, start + random.nextInt(30)));
        }
        assertNeverMisleads(traceOf(spans), spans);
    }

    /** The same, when they come in the order of their ends, as they are recorded, and now and then there is a cut. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void lanes_ofRandomPieces_neverMislead(int seed) throws Exception {
        Random random = new Random(seed);
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            long start = random.nextInt(9000);
            spans.add(
                    span(random.nextInt(3), String.valueOf(i), start, start + random.nextInt(random.nextInt(500) + 1)));
        }
        List<List<Span>> pieces = new ArrayList<>(List.of(new ArrayList<>()));
        spans.stream().sorted(Comparator.comparingLong(Span::endNanos)).forEach(span -> {
            if (random.nextInt(100) == 0) {
                pieces.add(new ArrayList<>());
            }
            pieces.get(pieces.size() - 1).add(span);
        });
        assertNeverMisleads(traceOf(pieces, new Lanes()), spans);
    }

    @Test
    void span_thatIsAroundOneOfAnEarlierPiece_sharesItsLane() throws Exception {
        Trace trace = traceOf(List.of(List.of(span(1, "inner", 5, 10)), List.of(span(1, "outer", 0, 20))), new Lanes());
        assertThat(names(trace, "JIT compiler")).containsExactly("outer", "inner");
    }

    private static void assertNeverMisleads(Trace trace, List<Span> spans) {
        assertThat(trace.eventCount()).isEqualTo(spans.size());
        trace.tracks().forEach(track -> {
            for (int i = 0; i < track.size(); i++) {
                Span one = spans.get(Integer.parseInt(track.eventName(i)));
                for (int j = 0; j < i; j++) {
                    Span other = spans.get(Integer.parseInt(track.eventName(j)));
                    assertThat(areApart(one, other) || areNested(one, other))
                            .as("%s and %s on %s", one, other, track.name())
                            .isTrue();
                }
            }
        });
    }

    private static boolean areApart(Span one, Span other) {
        return one.endNanos() <= other.startNanos() || other.endNanos() <= one.startNanos();
    }

    private static boolean areNested(Span one, Span other) {
        return one.threadId() == other.threadId() && (encloses(one, other) || encloses(other, one));
    }

    private static boolean encloses(Span outer, Span inner) {
        return outer.startNanos() <= inner.startNanos() && inner.endNanos() <= outer.endNanos();
    }
}
