package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Collective;
import io.stepprofiler.ledger.KnownGroups;
import io.stepprofiler.recording.RowRing;
import io.stepprofiler.recording.ThreadTime;
import io.stepprofiler.trace.ProcessGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepCollectivesTest {
    private static final List<Integer> GROUPS = List.of(
            KnownGroups.numberOf(new ProcessGroup("", "", "", List.of())),
            KnownGroups.numberOf(new ProcessGroup("7", "", "", List.of(0, 1))));
    private static final List<Collective> KINDS = List.of(Collective.ALL_REDUCE, Collective.BARRIER);

    /** A collective as the test made it. */
    private record Made(long step, int group, Collective kind, long number, long bytes, long arrival, long end) {
        long nanos() {
            return end - arrival;
        }

        @SuppressWarnings("EnumOrdinal") // The number in a row.
        List<Long> row() {
            return List.of(step, (long) group, (long) kind.ordinal(), number, bytes, arrival, end);
        }
    }

    private final RowRing ring = new RowRing(1 << 12, 7);
    private final StepCollectives collectives = new StepCollectives(ring, () -> true);
    private final long[] figures = new long[2];

    private List<List<Long>> ring() {
        List<List<Long>> rows = new ArrayList<>();
        long[] row = ring.newRow();
        for (long i = 0; i < ring.count(); i++) {
            assertThat(ring.read(i, row)).isTrue();
            rows.add(LongStream.of(row).boxed().toList());
        }
        return rows;
    }

    private static List<Made> largest(List<Made> step) {
        return step.stream()
                .sorted(Comparator.comparingLong(Made::bytes)
                        .thenComparingLong(Made::end)
                        .reversed())
                .limit(StepCollectives.KEPT)
                .sorted(Comparator.comparingLong(Made::arrival))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void collectives_atRandom_areCounted_andTheLargestAreKept(long seed) {
        Random random = new Random(seed);
        List<List<Long>> expected = new ArrayList<>();
        long now = 0;
        for (long number = 0; number < 30; number++) {
            List<Made> step = new ArrayList<>();
            int most = random.nextInt(50);
            for (int i = 0; i < most; i++) {
                int group = GROUPS.get(random.nextInt(2));
                Collective kind = KINDS.get(random.nextInt(2));
                long before = step.stream()
                        .filter(made -> made.group == group && made.kind == kind)
                        .count();
                long end = now + 1 + random.nextInt(1000);
                long bytes = random.nextInt(10);
                step.add(new Made(number, group, kind, before, bytes, now, end));
                collectives.began(this, StepCollectives.series(group, kind), bytes, now);
                collectives.end(end);
                now = end + random.nextInt(100);
            }
            collectives.stepEnded(number, now, figures, 0);
            largest(step).forEach(made -> expected.add(made.row()));

            assertThat(figures[0])
                    .isEqualTo(
                            expected.isEmpty()
                                    ? ThreadTime.UNKNOWN
                                    : step.stream().mapToLong(Made::nanos).sum());
            assertThat(figures[1]).isEqualTo(expected.isEmpty() ? ThreadTime.UNKNOWN : step.size());
        }

        assertThat(ring()).isEqualTo(expected);
    }

    @Test
    void collective_insideAnother_doesNotCount() {
        Object inner = new Object();

        assertThat(collectives.began(this, 0, 1, 10)).isTrue();
        assertThat(collectives.began(inner, 0, 1, 20)).isFalse();
        collectives.accept(inner);
        collectives.end(50);
        collectives.stepEnded(0, 60, figures, 0);

        assertThat(figures).containsExactly(40, 1);
    }

    @Test
    void collective_openAtTheEndOfTheStep_countsUpToThere_andNotInTheNext() {
        collectives.began(this, 0, 1, 10);
        collectives.stepEnded(0, 60, figures, 0);
        assertThat(figures).containsExactly(50, 1);
        collectives.accept(this);
        collectives.stepEnded(1, 90, figures, 0);

        assertThat(figures).containsExactly(0, 0);
    }

    @Test
    void collective_ofAGroupBeyondTheLimit_hasItsTimeOnly() {
        collectives.began(this, StepCollectives.series(KnownGroups.NONE, Collective.BARRIER), 1, 10);
        collectives.end(30);
        collectives.stepEnded(0, 60, figures, 0);

        assertThat(figures).containsExactly(20, 1);
        assertThat(ring.count()).isZero();
    }

    @Test
    void figures_beforeTheFirstCollective_areUnknown() {
        collectives.stepEnded(0, 60, figures, 0);

        assertThat(figures).containsExactly(ThreadTime.UNKNOWN, ThreadTime.UNKNOWN);
    }

    @Test
    void collective_closedOnAnotherThread_countsToTheEndOfTheStep() {
        StepCollectives foreign = new StepCollectives(ring, () -> false);
        foreign.began(this, 0, 1, 10);
        foreign.accept(this);
        foreign.stepEnded(0, 60, figures, 0);

        assertThat(figures).containsExactly(50, 1);
    }
}
