package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.report.SimulatedRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class FleetBlocksTest {
    private static BlockReader read(byte[] gzip) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return new BlockReader(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Figures of each rank as the page reads them. */
    private record Ranks(List<String> hosts, List<String> racks, Map<String, List<Long>> columns) {
        static Ranks of(Map<String, byte[]> blocks) {
            BlockReader reader = read(blocks.get("ranks"));
            List<String> hosts = reader.texts();
            List<String> racks = reader.texts();
            long count = reader.number();
            Map<String, List<Long>> columns = new LinkedHashMap<>();
            for (long left = reader.number(); left > 0; left--) {
                String name = reader.text();
                columns.put(
                        name,
                        LongStream.range(0, count)
                                .mapToObj(rank -> reader.signed())
                                .toList());
            }
            assertThat(reader.isAtEnd()).isTrue();
            return new Ranks(hosts, racks, columns);
        }
    }

    private static long median(LongStream values) {
        long[] sorted = values.sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }

    @Test
    void ranks_areInTheOrderOfTheirHostsWithTheirMedianAndThatOfTheirPeers() {
        SimulatedRun run = new SimulatedRun(
                        6,
                        21,
                        0.02,
                        rank -> new RankPlace(rank, "h" + rank % 2, -1, -1, -1, -1, Map.of("rack", "r" + rank % 2)))
                .slow(4, 0.5);
        Ranks ranks = Ranks.of(FleetBlocks.of(run.steps(), Optional.empty()));
        assertThat(ranks.hosts).containsExactly("h0", "h1");
        assertThat(ranks.racks).containsExactly("r0", "r1");
        assertThat(ranks.columns.get("rank")).containsExactly(0L, 2L, 4L, 1L, 3L, 5L);
        assertThat(ranks.columns.get("host")).containsExactly(0L, 0L, 0L, 1L, 1L, 1L);
        assertThat(ranks.columns.get("stage")).containsOnly(-1L);
        List<Long> medians = IntStream.of(0, 2, 4, 1, 3, 5)
                .mapToObj(rank -> median(IntStream.range(0, 21).mapToLong(step -> run.ownNanos(rank, step))))
                .toList();
        assertThat(ranks.columns.get("median")).isEqualTo(medians);
        assertThat(ranks.columns.get("usual"))
                .containsOnly(median(medians.stream().mapToLong(Long::longValue)));
    }

    @Test
    void ranks_withoutPeers_areComparedWithThemselves() {
        SimulatedRun run = new SimulatedRun(
                2, 9, 0.02, rank -> new RankPlace(rank, "h", rank, 0, RankPlace.UNKNOWN, RankPlace.UNKNOWN, Map.of()));
        Ranks ranks = Ranks.of(FleetBlocks.of(run.steps(), Optional.empty()));
        assertThat(ranks.columns.get("usual")).isEqualTo(ranks.columns.get("median"));
    }

    @Test
    void values_thatRanksRecord_areTheirMeansOrUnknown() {
        SimulatedRun run = new SimulatedRun(2, 10, 0.02, rank -> new RankPlace(rank, "h"))
                .value(StepValue.PAUSE_NANOS, 1, 0, 10, 300);
        Ranks ranks = Ranks.of(FleetBlocks.of(run.steps(), Optional.empty()));
        assertThat(ranks.columns.get("pause_nanos")).containsExactly(FleetSteps.UNKNOWN, 300L);
        assertThat(ranks.columns).doesNotContainKeys("batch", "wait");
    }

    @Test
    void waits_ofARank_addUpToItsStepWithItsOwnTime() {
        FleetReport report = new SimulatedRun(4, 20, 0.02, rank -> new RankPlace(rank, "h" + rank / 2))
                .slow(3, 0.2)
                .reportWithCollectives();
        Ranks ranks = Ranks.of(FleetBlocks.of(report.read().steps(), report.waits()));
        for (int rank = 0; rank < 4; rank++) {
            int at = rank;
            long sum = List.of("own", "wait", "transfer", "unaccounted").stream()
                    .mapToLong(name -> ranks.columns.get(name).get(at))
                    .sum();
            double step = IntStream.range(0, 20)
                    .mapToLong(each ->
                            report.read().steps().byRank(Figures::durations).get(at)[each])
                    .average()
                    .orElseThrow();
            assertThat((double) sum).isCloseTo(step, within(4.0));
        }
        assertThat(ranks.columns.get("caused").get(3))
                .isGreaterThan(9 * ranks.columns.get("caused").get(0));
    }

    @Test
    void heat_ofUnpooledSteps_hasTheSlowdownOfEachAgainstItsPeersInTheStep() {
        SimulatedRun run = new SimulatedRun(5, 12, 0.1, rank -> new RankPlace(rank, "h")).slow(2, 3, 5, 1.5);
        BlockReader heat = read(FleetBlocks.of(run.steps(), Optional.empty()).get("heat"));
        assertThat(heat.numbers(4)).containsExactly((long) HeatMap.USUAL, 1L, 1L, 12L);
        List<Long> numbers = new ArrayList<>();
        long number = 0;
        for (int step = 0; step < 12; step++) {
            number += heat.signed();
            numbers.add(number);
        }
        assertThat(numbers).isEqualTo(LongStream.range(1_000, 1_012).boxed().toList());
        assertThat(heat.number()).as("tables").isEqualTo(1);
        for (int step = 0; step < 12; step++) {
            int at = step;
            long usual = median(IntStream.range(0, 5).mapToLong(rank -> run.ownNanos(rank, at)));
            for (int rank = 0; rank < 5; rank++) {
                double read = Math.exp((heat.octet() - HeatMap.USUAL) / 100.0);
                assertThat(read).isCloseTo((double) run.ownNanos(rank, step) / usual, within(0.02));
            }
        }
        assertThat(heat.isAtEnd()).isTrue();
    }

    @Test
    void heat_overItsLimit_hasFewerRows() {
        SimulatedRun run = new SimulatedRun(64, 100, 0.3, rank -> new RankPlace(rank, "h"));
        byte[] small = FleetBlocks.of(run.steps(), Optional.empty(), 3_000).get("heat");
        assertThat(small).hasSizeLessThanOrEqualTo(3_000);
        BlockReader heat = read(small);
        heat.number();
        assertThat(heat.number()).as("ranks of a row").isGreaterThan(1);
    }

    @Test
    void steps_thatCannotBeCompared_haveNoBlocks() {
        assertThat(FleetBlocks.of(new TiledSteps(List.of(), new long[] {1, 2}), Optional.empty()))
                .isEmpty();
    }
}
