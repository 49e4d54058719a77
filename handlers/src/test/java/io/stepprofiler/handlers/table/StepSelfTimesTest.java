package io.stepprofiler.handlers.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.TrackBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepSelfTimesTest {
    private static final int STEPS = 12;
    private static final int THREADS = 2;
    private static final int DEEPEST = 4;

    private final TraceBuilder trace = new TraceBuilder();

    /** Two threads that step, with gaps; events inside each other that begin and end anywhere, across steps, too. */
    private Trace random(Random random) {
        for (int thread = 1; thread <= THREADS; thread++) {
            TrackBuilder track = trace.thread(thread, "thread " + thread);
            long now = random.nextInt(20);
            for (int step = 0; step < STEPS; step++) {
                long duration = 1L + random.nextInt(50);
                trace.step(new StepMark(100L * thread + step, now, duration, thread, false));
                now += duration + (random.nextBoolean() ? 0 : random.nextInt(20));
            }
            events(random, track, 0, now + 20, 0);
        }
        return trace.build();
    }

    private void events(Random random, TrackBuilder track, long from, long to, int depth) {
        long at = from + random.nextInt(8);
        while (depth < DEEPEST && at < to) {
            long duration = Math.min(random.nextInt(depth == 0 ? 90 : 30), to - at);
            boolean waits = random.nextInt(4) == 0;
            track.add(
                    waits ? trace.nameId("Park", EventKind.WAIT, "") : trace.nameId("scope " + random.nextInt(5)),
                    at,
                    duration);
            events(random, track, at, at + duration, depth + 1);
            at += duration + random.nextInt(8);
        }
    }

    /** Moment by moment: the last to begin of those that are open has it. */
    private static Map<String, Long> expected(Trace trace, StepMark step) {
        List<TraceEvent> events = trace.tracks().stream()
                .filter(track -> track.id() == step.trackId())
                .flatMap(track -> IntStream.range(0, track.size()).mapToObj(track::event))
                .toList();
        Map<String, Long> expected = new HashMap<>();
        for (long now = step.startNanos(); now < step.startNanos() + step.durationNanos(); now++) {
            TraceEvent innermost = null;
            TraceEvent scope = null;
            for (TraceEvent event : events) {
                if (event.startNanos() <= now && now < event.endNanos()) {
                    innermost = event;
                    scope = event.kind() == EventKind.WAIT ? scope : event;
                }
            }
            String what = innermost == null
                    ? "outside of any scope"
                    : innermost.kind() != EventKind.WAIT
                            ? "in " + innermost.name()
                            : scope == null ? "parked" : "parked in " + scope.name();
            expected.merge(what, 1L, Long::sum);
        }
        return expected;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void times_ofRandomSteps_areThoseOfEachMoment(long seed) {
        Trace random = random(new Random(seed));
        List<StepSelfTimes.Spent> spent = StepSelfTimes.of(random, random.steps());
        assertThat(spent)
                .hasSize(STEPS * THREADS)
                .allSatisfy(each -> assertThat(each.nanos()).isEqualTo(expected(random, each.step())));
    }
}
