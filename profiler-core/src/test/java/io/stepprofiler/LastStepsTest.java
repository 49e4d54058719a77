package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.window.LastSteps;
import io.stepprofiler.window.SegmentLimits;
import io.stepprofiler.window.SnapshotRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastStepsTest {
    private static final SnapshotRequest.End ALL = new SnapshotRequest.End(Long.MAX_VALUE, false);
    private static final long TRACK = 1;

    /**
     * Steps one after the other from 0 on; step i takes lengths[i]; cuts anywhere; an event begins at each instant in
     * events.
     */
    private record Run(List<Long> starts, long goesOnSince, List<Long> cuts, List<Long> events) {
        static Run random(Random random) {
            List<Long> starts = new ArrayList<>();
            long now = 0;
            int steps = random.nextInt(12);
            for (int i = 0; i < steps; i++) {
                starts.add(now);
                now += 1 + random.nextInt(20);
            }
            long end = now + 1 + random.nextInt(20);
            List<Long> cuts = new ArrayList<>();
            List<Long> events = new ArrayList<>();
            for (long at = 1; at < end; at++) {
                if (random.nextInt(15) == 0) {
                    cuts.add(at);
                }
                if (random.nextInt(12) == 0) {
                    events.add(at);
                }
            }
            cuts.add(end);
            return new Run(starts, now, cuts, events);
        }

        long endOf(int step) {
            return step + 1 < starts.size() ? starts.get(step + 1) : goesOnSince;
        }

        List<Segment> segments() {
            List<Segment> segments = new ArrayList<>();
            long from = 0;
            for (long to : cuts) {
                SegmentBuilder segment = new SegmentBuilder(new ClockAnchor(from, from), new ClockAnchor(to, to));
                for (int i = 0; i < starts.size(); i++) {
                    addStep(segment, i, starts.get(i), endOf(i), from, to);
                }
                addStep(segment, starts.size(), goesOnSince, Long.MAX_VALUE, from, to);
                ThreadSegmentBuilder thread = segment.thread(TRACK, "main", 0);
                for (long event : events) {
                    if (event >= from && event < to) {
                        thread.events().add(segment.beside().nameId("event"), event, 0);
                    }
                }
                segments.add(segment.build());
                from = to;
            }
            return segments;
        }

        private static void addStep(SegmentBuilder segment, int number, long start, long end, long from, long to) {
            boolean open = end > to;
            if (start < to && end > from) {
                long known = open ? to : end;
                segment.beside().step(new StepMark(number, start, known - start, TRACK, open));
            }
        }
    }

    /**
     * By the definition: the steps before the last one that matters, with it if it has ended, as far as they began
     * after what has been given up; up to where the next one begins, or the one that goes on if nothing has begun in
     * it.
     */
    private static LastSteps.Range expected(Run run, int given, int count, long step, boolean endsWithStep) {
        long first = given == 0 ? 0 : run.cuts.get(given - 1);
        boolean begun = run.events.stream().anyMatch(event -> event >= run.goesOnSince);
        long to = Long.MAX_VALUE;
        if (run.goesOnSince >= first && (step < run.starts.size() || !begun)) {
            to = run.goesOnSince;
        }
        for (int i = run.starts.size() - 1; i > step; i--) {
            to = run.starts.get(i) >= first ? run.starts.get(i) : to;
        }
        List<Long> whole = new ArrayList<>();
        for (int i = 0; i < run.starts.size() && (i < step || (endsWithStep && i == step)); i++) {
            if (run.starts.get(i) >= first) {
                whole.add(run.starts.get(i));
            }
        }
        long from = first;
        if (whole.size() >= count) {
            from = whole.get(whole.size() - count);
        } else if (given > 0 && !whole.isEmpty()) {
            from = whole.get(0);
        }
        return new LastSteps.Range(Math.min(from, to), to);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void range_ofRandomStepsAndSegments_isByTheDefinition(int seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            Run run = Run.random(random);
            int count = 1 + random.nextInt(6);
            int given = random.nextInt(run.cuts.size());
            boolean endsWithStep = random.nextBoolean() && !run.starts.isEmpty();
            int last = run.starts.size() - (endsWithStep ? 1 : 0);
            long step = Math.max(last - random.nextInt(3), 0);
            LastSteps steps = new LastSteps(new SegmentLimits(0, 1 << 20, 0, Optional.of(count), 0), 0);
            List<Segment> kept = run.segments().subList(given, run.cuts.size());
            kept.forEach(steps::add);
            long end = run.cuts.get(run.cuts.size() - 1);
            SnapshotRequest.End asked = new SnapshotRequest.End(step, endsWithStep);
            assertThat(steps.range(end, asked, asked))
                    .as("%s from segment %s: %s steps up to %s", run, given, count, step)
                    .isEqualTo(expected(run, given, count, step, endsWithStep));
        }
    }

    @Test
    void range_ofTwoEnds_hasTheStepsBeforeTheFirstAndGoesOnToTheLast() {
        Run run = new Run(List.of(0L, 10L, 20L, 30L, 40L), 50, List.of(51L), List.of(50L));
        LastSteps steps = new LastSteps(new SegmentLimits(0, 1 << 20, 0, Optional.of(2), 0), 0);
        run.segments().forEach(steps::add);
        assertThat(steps.range(51, new SnapshotRequest.End(2, true), new SnapshotRequest.End(3, true)))
                .isEqualTo(new LastSteps.Range(10, 40));
        assertThat(steps.range(51, new SnapshotRequest.End(2, true), ALL))
                .isEqualTo(new LastSteps.Range(10, Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 9})
    void shortage_ofStepsThatWereGivenUp_isSaid(int count) {
        List<Long> starts = List.of(0L, 10L, 20L, 30L, 40L);
        Run run = new Run(starts, 50, List.of(12L, 51L), List.of());
        LastSteps steps = new LastSteps(new SegmentLimits(0, 1 << 20, 0, Optional.of(count), 0), 0);
        steps.add(run.segments().get(1));
        steps.range(51, ALL, ALL);
        assertThat(steps.shortage().map(text -> text.substring(0, text.indexOf(':'))))
                .isEqualTo(count <= 3 ? Optional.empty() : Optional.of("3 of " + count + " steps"));
    }
}
