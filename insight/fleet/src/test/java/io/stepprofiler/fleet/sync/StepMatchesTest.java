package io.stepprofiler.fleet.sync;

import static io.stepprofiler.event.Collective.ALL_GATHER;
import static io.stepprofiler.event.Collective.ALL_REDUCE;
import static io.stepprofiler.event.Collective.RECV;
import static io.stepprofiler.event.Collective.SEND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.ledger.SyncGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class StepMatchesTest {
    private static RankSync sync(int rank, int number, Collective kind, long bytes) {
        return new RankSync(rank, 0, kind, number, bytes, 0, 1);
    }

    private static StepMatches match(int members, RankSync... syncs) {
        TiledSteps steps = new TiledSteps(
                IntStream.range(0, 4).mapToObj(rank -> new RankPlace(rank, "")).toList(), new long[1]);
        SyncGroup group = new SyncGroup("", 0, members);
        FleetSyncs all = new FleetSyncs(
                steps, members, List.of(group, new SyncGroup("b", 0, members), new SyncGroup("c", 0, members)));
        Arrays.stream(syncs).forEach(sync -> all.add(0, sync));
        return new StepMatches(all.rows(0), all::members);
    }

    private static void assertLeftOut(StepMatches matches, SyncProblem problem, long parts) {
        assertThat(matches.leftOut()).isEqualTo(Map.of(problem, parts));
    }

    @Test
    void collective_ofAllMembers_isComplete() {
        StepMatches matches = match(2, sync(1, 0, ALL_REDUCE, 8), sync(0, 0, ALL_REDUCE, 8));
        assertThat(matches.leftOut()).isEmpty();
        assertThat(matches.events()).singleElement().satisfies(event -> {
            assertThat(event.isComplete()).isTrue();
            assertThat(event.rows()).containsExactly(1, 0);
        });
    }

    @Test
    void collectives_ofDifferentKinds_areDifferentOnes() {
        StepMatches matches = match(2, sync(0, 0, ALL_REDUCE, 8), sync(1, 0, ALL_GATHER, 8));
        assertLeftOut(matches, SyncProblem.RANK_MISSING, 2);
    }

    @Test
    void collectives_ofDifferentSizes_areLeftOutWithTheirGroup() {
        StepMatches matches = match(
                2,
                sync(0, 0, ALL_REDUCE, 8),
                sync(1, 0, ALL_REDUCE, 8),
                sync(0, 1, ALL_REDUCE, 8),
                sync(1, 1, ALL_REDUCE, 16));
        assertThat(matches.events()).isEmpty();
        assertLeftOut(matches, SyncProblem.SIZES_DIFFER, 4);
    }

    @Test
    void collective_thatOneMemberLacks_servesTheClocksOnly() {
        StepMatches matches = match(
                3,
                sync(0, 0, ALL_REDUCE, 8),
                sync(1, 0, ALL_REDUCE, 8),
                sync(2, 0, ALL_REDUCE, 8),
                sync(0, 1, ALL_REDUCE, 8),
                sync(2, 1, ALL_REDUCE, 8));
        assertLeftOut(matches, SyncProblem.RANK_MISSING, 2);
        assertThat(matches.events()).extracting(SyncEvent::isComplete).containsExactly(true, false);
    }

    @Test
    void collective_recordedTwice_isLeftOut() {
        assertLeftOut(match(2, sync(0, 0, ALL_REDUCE, 8), sync(0, 0, ALL_REDUCE, 8)), SyncProblem.RECORDED_TWICE, 2);
    }

    @Test
    void collective_ofMoreRanksThanTheGroupHas_isLeftOut() {
        assertLeftOut(match(1, sync(0, 0, ALL_REDUCE, 8), sync(1, 0, ALL_REDUCE, 8)), SyncProblem.TOO_MANY_RANKS, 2);
    }

    @Test
    void messages_inBothDirections_areMatchedByTheirSender() {
        StepMatches matches =
                match(2, sync(0, 0, SEND, 8), sync(1, 0, SEND, 16), sync(1, 0, RECV, 8), sync(0, 0, RECV, 16));
        assertThat(matches.events())
                .allMatch(SyncEvent::isMessage)
                .extracting(event -> Arrays.stream(event.rows()).boxed().toList())
                .containsExactly(List.of(0, 2), List.of(3, 1));
    }

    @RepeatedTest(20)
    void collectives_inAnyOrder_areGroupedByGroupAndNumber(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<RankSync> syncs = new ArrayList<>();
        for (int group = 0; group < 3; group++) {
            for (int number = random.nextInt(4); number >= 0; number--) {
                for (int rank = 0; rank < 4; rank++) {
                    syncs.add(new RankSync(rank, group, ALL_REDUCE, number, 8, 0, 1));
                }
            }
        }
        Collections.shuffle(syncs, random);
        Map<List<Integer>, List<Integer>> naive = IntStream.range(0, syncs.size())
                .boxed()
                .sorted(Comparator.comparingInt(row -> syncs.get(row).rank()))
                .collect(Collectors.groupingBy(
                        row -> List.of(syncs.get(row).group(), syncs.get(row).number()),
                        () -> new TreeMap<>(Comparator.comparing(List::toString)),
                        Collectors.toList()));
        assertThat(match(4, syncs.toArray(RankSync[]::new)).events())
                .extracting(event -> Arrays.stream(event.rows()).boxed().toList())
                .containsExactlyElementsOf(naive.values());
    }
}
