package io.stepprofiler.fleet.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.ledger.SyncGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Programs of some ranks on one clock, checked against a computation for each nanosecond. */
class LostTimeTest {
    private static final int RANKS = 5;

    /** A rank's part, and the rank that comes last. */
    private record Part(int rank, int last, long arrival, long waitEnd) {
        boolean waitsAt(long nanos) {
            return arrival <= nanos && nanos < waitEnd;
        }
    }

    private final TiledSteps steps = new TiledSteps(
            IntStream.range(0, RANKS)
                    .mapToObj(rank -> new RankPlace(rank, "host"))
                    .toList(),
            new long[1]);
    private final List<SyncGroup> groups = new ArrayList<>();
    private final List<RankSync> syncs = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private final long[] now = new long[RANKS];

    /** A group whose name sorts like its index. */
    private SyncGroup group(List<Integer> ranks) {
        return new SyncGroup(
                "g" + (char) ('a' + groups.size()),
                ranks.stream().mapToInt(Integer::intValue).min().orElse(0),
                ranks.size());
    }

    private void run(Collective kind, List<Integer> ranks, long... work) {
        long last = 0;
        for (int rank : ranks) {
            now[rank] += work[rank];
            last = Math.max(last, now[rank]);
        }
        for (int i = 0; i < ranks.size(); i++) {
            int rank = ranks.get(i);
            boolean isSender = kind == Collective.RECV && i == 0;
            long end = (isSender ? now[rank] : last) + 3;
            syncs.add(new RankSync(rank, groups.size(), isSender ? Collective.SEND : kind, 0, 8, now[rank], end));
            long latest = last;
            int lastRank = ranks.stream()
                    .filter(each -> now[each] == latest)
                    .findFirst()
                    .orElse(rank);
            parts.add(new Part(rank, lastRank, now[rank], isSender ? now[rank] : last));
        }
        for (int i = 0; i < ranks.size(); i++) {
            now[ranks.get(i)] = syncs.get(syncs.size() - ranks.size() + i).endNanos();
        }
        groups.add(group(ranks));
    }

    private FleetWaits waits() {
        FleetSyncs all = new FleetSyncs(steps, RANKS, groups);
        syncs.forEach(sync -> all.add(0, sync));
        return FleetWaits.of(steps, all);
    }

    private long[] causedByNanosecond() {
        long[] caused = new long[RANKS];
        for (Part part : parts) {
            for (long nanos = part.arrival(); nanos < part.waitEnd(); nanos++) {
                long time = nanos;
                int rank = part.last();
                for (boolean isWaiting = true; isWaiting; ) {
                    int awaiting = rank;
                    Part wait = parts.stream()
                            .filter(each -> each.rank() == awaiting && each.waitsAt(time))
                            .findFirst()
                            .orElse(null);
                    isWaiting = wait != null;
                    rank = wait == null ? rank : wait.last();
                }
                caused[rank]++;
            }
        }
        return caused;
    }

    private static long[] caused(FleetWaits waits) {
        return waits.ranks().stream().mapToLong(RankWaits::causedNanos).toArray();
    }

    /** Arrivals differ, because each work is a multiple of the number of ranks, and the ranks begin differently. */
    @RepeatedTest(200)
    void charges_ofAnyProgram_areThoseOfEachNanosecond(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < 1 + random.nextInt(12); i++) {
            List<Integer> ranks =
                    new ArrayList<>(IntStream.range(0, RANKS).boxed().toList());
            Collections.shuffle(ranks, random);
            boolean isMessage = random.nextBoolean();
            List<Integer> some = ranks.subList(0, isMessage ? 2 : 2 + random.nextInt(RANKS - 1));
            long[] work = IntStream.range(0, RANKS)
                    .mapToLong(rank -> {
                        long least = now[rank] + random.nextInt(60);
                        return (least + RANKS) / RANKS * RANKS + rank - now[rank];
                    })
                    .toArray();
            run(isMessage ? Collective.RECV : Collective.ALL_REDUCE, List.copyOf(some), work);
        }
        assertThat(caused(waits())).isEqualTo(causedByNanosecond());
    }

    @Test
    void charge_ofRanksThatComeTogether_isDividedWithTheRemainderForTheLowest() {
        run(Collective.ALL_REDUCE, List.of(0, 1, 2), 0, 7, 7, 0, 0);
        FleetWaits waits = waits();
        assertThat(caused(waits)).containsExactly(0, 4, 3, 0, 0);
        assertThat(waits.ranks()).allMatch(rank -> rank.marginalNanos() == 0);
    }

    @Test
    void marginal_ofTheLastRank_endsAtTheSecondArrival() {
        run(Collective.ALL_REDUCE, List.of(0, 1, 2), 0, 40, 100, 0, 0);
        assertThat(waits().ranks()).extracting(RankWaits::marginalNanos).containsExactly(0L, 0L, 60L, 0L, 0L);
    }

    @Test
    void charge_ofARankThatWaitedForAnother_movesToIt() {
        run(Collective.RECV, List.of(2, 1), 0, 0, 90, 0, 0);
        run(Collective.ALL_REDUCE, List.of(0, 1), 0, 10, 0, 0, 0);
        assertThat(caused(waits())).containsExactly(0, 13, 180, 0, 0);
    }

    @Test
    void wait_ofARankThatSendsAtTheSameTime_isAWait() {
        groups.add(group(List.of(0, 1)));
        syncs.add(new RankSync(0, 0, Collective.SEND, 0, 8, 10, 95));
        syncs.add(new RankSync(0, 0, Collective.RECV, 0, 8, 10, 95));
        syncs.add(new RankSync(1, 0, Collective.RECV, 0, 8, 5, 12));
        syncs.add(new RankSync(1, 0, Collective.SEND, 0, 8, 90, 95));
        steps.set(0, 0, 200, FleetSteps.UNKNOWN);
        FleetWaits waits = waits();
        assertThat(waits.ranks().get(0).parts()).isEqualTo(new RankStep(115, 80, 5, 0));
        assertThat(caused(waits)).containsExactly(5, 80, 0, 0, 0);
    }

    @Test
    void waits_ofPartsThatOverlap_countOnce() {
        groups.add(group(List.of(0, 1)));
        groups.add(group(List.of(0, 1)));
        for (int group = 0; group < 2; group++) {
            syncs.add(new RankSync(0, group, Collective.ALL_REDUCE, 0, 8, 10L * group, 120));
            syncs.add(new RankSync(1, group, Collective.ALL_REDUCE, 0, 8, 100 + group, 120));
        }
        steps.set(0, 0, 1_000, FleetSteps.UNKNOWN);
        FleetWaits waits = waits();
        assertThat(waits.ranks().get(0).parts()).isEqualTo(new RankStep(880, 101, 19, 0));
        assertThat(Arrays.stream(caused(waits)).sum()).isEqualTo(101);
    }
}
