package io.stepprofiler.report.faces;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.ledger.LedgerLosses;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The comparison of ranks as JSON, for programs: the same bytes for the same ledgers. Times are whole nanoseconds. Its
 * schema is the resource {@code fleet.schema.json}.
 */
public final class FleetFile {
    private static final int VERSION = 1;

    /** The members in their order. */
    private record Content(
            int version,
            String evidence,
            int worldSize,
            List<RankPlace> ranks,
            long firstStep,
            long lastStep,
            int ledgersWithoutRank,
            long pooledRows,
            LedgerLosses losses,
            List<UnreadLedger> unread,
            FleetComparison comparison,
            Optional<FleetWaits> waits) {}

    private FleetFile() {}

    /**
     * {@return the report as JSON}
     *
     * @param report the report
     */
    public static String json(FleetReport report) {
        FleetSteps steps = report.read().steps();
        long[] numbers = steps.numbers();
        Content content = new Content(
                VERSION,
                DataSentences.evidence(report),
                report.read().worldSize(),
                steps.places(),
                numbers.length == 0 ? 0 : numbers[0],
                numbers.length == 0 ? 0 : numbers[numbers.length - 1],
                report.read().withoutRank(),
                report.read().pooledRows(),
                report.read().losses(),
                report.unread(),
                report.comparison(),
                report.waits());
        return new String(PlainJson.of(content), StandardCharsets.UTF_8);
    }
}
