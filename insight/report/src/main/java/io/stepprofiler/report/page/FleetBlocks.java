package io.stepprofiler.report.page;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import io.stepprofiler.fleet.ranks.RankSummary;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.fleet.sync.RankWaits;
import io.stepprofiler.ledger.StepValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Creates the blocks of the page of a fleet: figures of each rank, and the heat map of ranks by steps. The ranks are in
 * the order of their hosts.
 */
public final class FleetBlocks {
    private static final int MOST_ROWS = 2_000;
    private static final int MOST_COLUMNS = 1_000;

    /** Largest size of the heat map as gzip: 2 MB as base64. */
    private static final int MOST_BYTES = 1_500_000;

    private final ComparedSteps compared;
    private final FleetGroups groups;
    private final List<RankSummary> ranks;
    private final int[] order;
    private final Usual usual;

    private FleetBlocks(ComparedSteps compared) {
        this.compared = compared;
        groups = new FleetGroups(compared.places());
        EvidenceLevel evidence = compared.evidence();
        ranks = compared.byRank(rank -> RankSummary.of(rank, evidence, 1));
        order = IntStream.range(0, compared.ranks())
                .boxed()
                .sorted(Comparator.comparingInt(groups.at(PlaceLevel.HOST)::of))
                .mapToInt(Integer::intValue)
                .toArray();
        usual = new Usual(
                groups.peers(),
                ranks.stream().mapToLong(RankSummary::medianNanos).toArray());
    }

    /**
     * Usual times of the ranks.
     *
     * @param peers the groups of ranks that are compared with each other
     * @param medians median time of each rank
     */
    @SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
    private record Usual(RankGroups peers, long[] medians) implements Serializable {
        /** Returns the median of a time over the peers of each rank; of a rank without peers, its own median time. */
        long[] of(long... nanos) {
            long[] usual = peers.medians(rank -> nanos[rank] != FleetSteps.UNKNOWN, rank -> nanos[rank]);
            for (int rank = 0; rank < usual.length; rank++) {
                usual[rank] = peers.isAlone(rank) ? medians[rank] : usual[rank];
            }
            return usual;
        }

        /** Returns the codes of the times of a step, in an order of the ranks. */
        int[] codes(long[] nanos, int... order) {
            long[] usual = of(nanos);
            return IntStream.of(order)
                    .map(rank -> HeatMap.code(nanos[rank], usual[rank]))
                    .toArray();
        }
    }

    /**
     * {@return the blocks by their names, each as gzip; empty if no rank can be compared} Takes time proportional to
     * ranks times steps, times the logarithm of the ranks.
     *
     * @param steps the steps of all ranks
     * @param waits waits of the ranks for each other, if they are known
     */
    public static Map<String, byte[]> of(FleetSteps steps, Optional<FleetWaits> waits) {
        return of(steps, waits, MOST_BYTES);
    }

    /** Returns the blocks, the heat map with a limited number of bytes. */
    static Map<String, byte[]> of(FleetSteps steps, Optional<FleetWaits> waits, int mostBytes) {
        ComparedSteps compared = new ComparedSteps(steps);
        Map<String, byte[]> blocks = new LinkedHashMap<>();
        if (compared.ranks() > 0) {
            FleetBlocks fleet = new FleetBlocks(compared);
            blocks.put("ranks", gzip(out -> fleet.writeRanks(waits, out)));
            blocks.put("heat", fleet.heat(mostBytes));
        }
        return blocks;
    }

    private interface Content {
        void write(ColumnWriter out) throws IOException;
    }

    private static byte[] gzip(Content content) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (BlockStream out = new BlockStream(compressed)) {
            ColumnWriter columns = new ColumnWriter(out);
            content.write(columns);
            columns.flush();
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        }
        return compressed.toByteArray();
    }

    private void writeRanks(Optional<FleetWaits> waits, ColumnWriter out) throws IOException {
        List<RankPlace> places = compared.places();
        TextTable hosts = new TextTable(places.stream().map(RankPlace::host).toList());
        TextTable racks = new TextTable(places.stream().map(FleetBlocks::rack).toList());
        long[] ofPeers = usual.of(usual.medians);
        Map<String, IntToLongFunction> columns = new LinkedHashMap<>();
        columns.put("rank", rank -> places.get(rank).rank());
        columns.put("host", rank -> hosts.number(places.get(rank).host()));
        columns.put("rack", rank -> racks.number(rack(places.get(rank))));
        columns.put("stage", rank -> places.get(rank).stage());
        columns.put("data", rank -> places.get(rank).data());
        columns.put("tensor", rank -> places.get(rank).tensor());
        columns.put("expert", rank -> places.get(rank).expert());
        columns.put("median", rank -> usual.medians[rank]);
        columns.put("usual", rank -> ofPeers[rank]);
        for (StepValue value : StepValue.values()) {
            if (ranks.stream().anyMatch(rank -> rank.means().containsKey(value))) {
                columns.put(
                        value.name().toLowerCase(Locale.ROOT),
                        rank -> ranks.get(rank).means().getOrDefault(value, FleetSteps.UNKNOWN));
            }
        }
        waits.ifPresent(known -> addWaits(known, columns));
        hosts.write(out);
        racks.write(out);
        out.number(order.length);
        out.number(columns.size());
        for (Map.Entry<String, IntToLongFunction> column : columns.entrySet()) {
            out.text(column.getKey());
            for (int rank : order) {
                out.signed(column.getValue().applyAsLong(rank));
            }
        }
    }

    private static String rack(RankPlace place) {
        return place.labels().getOrDefault("rack", "");
    }

    private void addWaits(FleetWaits waits, Map<String, IntToLongFunction> columns) {
        Map<Integer, RankWaits> byRank = new LinkedHashMap<>();
        waits.ranks().forEach(rank -> byRank.put(rank.rank(), rank));
        Map<String, ToLongFunction<RankWaits>> figures = new LinkedHashMap<>();
        figures.put("own", rank -> rank.parts().ownNanos());
        figures.put("wait", rank -> rank.parts().waitNanos());
        figures.put("transfer", rank -> rank.parts().transferNanos());
        figures.put("unaccounted", rank -> rank.parts().unaccountedNanos());
        figures.put("caused", RankWaits::causedNanos);
        figures.put("marginal", RankWaits::marginalNanos);
        figures.forEach((name, figure) -> columns.put(name, rank -> {
            RankWaits known = byRank.get(compared.places().get(rank).rank());
            return known == null || known.steps() == 0 ? FleetSteps.UNKNOWN : figure.applyAsLong(known) / known.steps();
        }));
    }

    private List<byte[]> columns(int ranksOfRow, int stepsOfColumn) {
        EvidenceLevel evidence = compared.evidence();
        Usual times = usual;
        int[] sorted = order;
        return compared.byStep(
                stepsOfColumn,
                block -> HeatMap.column(
                        ranksOfRow,
                        block.stream()
                                .map(step -> times.codes(evidence.nanos(step), sorted))
                                .toList()));
    }

    /** Returns the heat map, with fewer rows if it would be too large. */
    private byte[] heat(int mostBytes) {
        for (int most = Math.min(MOST_ROWS, compared.ranks()); ; most /= 2) {
            HeatMap cells = HeatMap.of(compared.ranks(), compared.steps(), most, MOST_COLUMNS, this::columns);
            byte[] block = gzip(out -> writeHeat(cells, out));
            if (block.length <= mostBytes || most == 1) {
                return block;
            }
        }
    }

    private void writeHeat(HeatMap cells, ColumnWriter out) throws IOException {
        out.number(HeatMap.USUAL);
        out.number(cells.ranksOfRow());
        out.number(cells.stepsOfColumn());
        out.number(compared.steps());
        long before = 0;
        for (int step = 0; step < compared.steps(); step++) {
            out.signed(compared.number(step) - before);
            before = compared.number(step);
        }
        out.number(cells.isPooled() ? 2 : 1);
        out.expectRepeats(false);
        out.bytes(cells.greatest());
        if (cells.isPooled()) {
            out.bytes(cells.medians());
        }
    }
}
