package io.stepprofiler.report.page;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankSummary;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.fleet.sync.RankWaits;
import io.stepprofiler.ledger.StepValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.BitSet;
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
    private final BitSet alone = new BitSet();

    private FleetBlocks(ComparedSteps compared) {
        this.compared = compared;
        groups = new FleetGroups(compared.places());
        ranks = IntStream.range(0, compared.ranks())
                .mapToObj(rank -> RankSummary.of(compared, rank, 1))
                .toList();
        order = IntStream.range(0, compared.ranks())
                .boxed()
                .sorted(Comparator.comparingInt(groups.at(PlaceLevel.HOST)::of))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int group = 0; group < groups.peers().size(); group++) {
            List<Integer> members = groups.peers().members(group);
            if (members.size() == 1) {
                alone.set(members.get(0));
            }
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
        long[] usual = usual(rank -> ranks.get(rank).medianNanos());
        Map<String, IntToLongFunction> columns = new LinkedHashMap<>();
        columns.put("rank", rank -> places.get(rank).rank());
        columns.put("host", rank -> hosts.number(places.get(rank).host()));
        columns.put("rack", rank -> racks.number(rack(places.get(rank))));
        columns.put("stage", rank -> places.get(rank).stage());
        columns.put("data", rank -> places.get(rank).data());
        columns.put("tensor", rank -> places.get(rank).tensor());
        columns.put("expert", rank -> places.get(rank).expert());
        columns.put("median", rank -> ranks.get(rank).medianNanos());
        columns.put("usual", rank -> usual[rank]);
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

    /** Returns the median of a time over the peers of each rank; of a rank without peers, its own median time. */
    private long[] usual(IntToLongFunction nanos) {
        long[] usual = groups.peers().medians(rank -> nanos.applyAsLong(rank) != FleetSteps.UNKNOWN, nanos);
        for (int rank = 0; rank < usual.length; rank++) {
            if (alone.get(rank)) {
                usual[rank] = ranks.get(rank).medianNanos();
            }
        }
        return usual;
    }

    private int[] codes(int step) {
        long[] row = compared.row(step);
        long[] usual = usual(rank -> row[rank]);
        return IntStream.of(order)
                .map(rank -> HeatMap.code(row[rank], usual[rank]))
                .toArray();
    }

    /** Returns the heat map, with fewer rows if it would be too large. */
    private byte[] heat(int mostBytes) {
        for (int most = Math.min(MOST_ROWS, compared.ranks()); ; most /= 2) {
            HeatMap cells = HeatMap.of(compared.ranks(), compared.steps(), most, MOST_COLUMNS, this::codes);
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
