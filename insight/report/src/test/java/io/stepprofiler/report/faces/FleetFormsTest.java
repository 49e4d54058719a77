package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.fleet.sync.FleetSyncs;
import io.stepprofiler.fleet.sync.RankSync;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.SyncGroup;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Eight ranks on four hosts, with 60 steps of 100 ms that end with an all-reduce; one rank is late by 20 ms. */
class FleetFormsTest {
    private static final int RANKS = 8;
    private static final int STEPS = 60;
    private static final int LATE = 5;
    private static final long MILLI = 1_000_000;
    private static final SyncGroup ALL = new SyncGroup("", 0, 0);
    private static final String HOSTILE = "<b>|`h*\u001b[31m";

    private static FleetReport report(String host, boolean isRecorded) {
        TiledSteps steps = new TiledSteps(
                IntStream.range(0, RANKS)
                        .mapToObj(rank -> new RankPlace(rank, host + rank / 2)
                                .withLabels(Map.of("rack", "r" + rank / 4, "node", "n", "a", "b")))
                        .toList(),
                LongStream.range(100, 100 + STEPS).toArray());
        FleetSyncs syncs = new FleetSyncs(steps, RANKS, List.of(ALL));
        SplittableRandom random = new SplittableRandom(2);
        for (int step = 0; step < STEPS; step++) {
            long begin = 120 * MILLI * step;
            for (int rank = 0; rank < RANKS; rank++) {
                long own = (rank == LATE ? 90 : 70) * MILLI + random.nextLong(MILLI);
                steps.set(rank, step, 100 * MILLI, isRecorded ? FleetSteps.UNKNOWN : own);
                syncs.add(
                        step,
                        new RankSync(
                                rank,
                                0,
                                Collective.ALL_REDUCE,
                                0,
                                4096,
                                begin + own,
                                begin + 95 * MILLI + random.nextInt(900)));
            }
        }
        syncs.add(0, new RankSync(0, 0, Collective.BROADCAST, 0, 8, 0, 1));
        return FleetReport.of(
                new FleetLedgers(steps, RANKS, 0, 3, new LedgerLosses(1, 0, 0, 7, 0, 0)),
                isRecorded ? Optional.of(syncs) : Optional.empty(),
                List.of(new UnreadLedger("x.steps", "it is no step ledger")));
    }

    @Test
    void text_withCollectives_namesTheRankThatCausesTheWaits() {
        assertThat(FleetDocument.text(report("host", true)).replaceAll("\\s+", " "))
                .startsWith("SLOW RANK: rank 5 takes ")
                .contains(
                        "Waits for host host2: 100.0 % of all. Waits for rank 5: 100.0 % of all; if only this rank were faster")
                .contains("Clocks: 4 of 4 hosts fitted to each other within ± ")
                .contains("Left out: 1 part of collectives: ranks can leave collectives of this kind")
                .contains("E2: the steps are compared without their time in collectives")
                .contains("Unread: x.steps: it is no step ledger")
                .contains("Left out: 3 rows for several older steps")
                .contains("Lost in the ledgers: 1 overwritten step, 7 older collectives");
    }

    @Test
    void text_withoutCollectives_hasTheReason() {
        assertThat(FleetDocument.text(report("host", false)).replaceAll("\\s+", " "))
                .contains("Waits for other ranks: not known, because fewer than two ranks recorded collectives.")
                .contains("E1: the steps are compared");
    }

    @Test
    void lastLine_hasTheDataAndTheNextCommand() {
        assertThat(FleetDocument.lastLine(report("host", false), "log"))
                .isEqualTo("log: 8 of 8 ranks read, 1 file unread, 1 step and 7 collectives dropped; clocks not"
                        + " compared. Next: stepprof fleet whatif log --without rank=5");
    }

    @Test
    void markdown_ofHostileNames_hasNoMarkup() {
        String markdown = FleetDocument.markdown(report(HOSTILE, true));
        assertThat(markdown)
                .startsWith("## SLOW RANK: rank 5 takes ")
                .contains("| rank 5 | ")
                .doesNotContain("<b>")
                .doesNotContain("\u001b");
    }

    @Test
    void json_followsTheSchemaAndAddsUp() throws IOException {
        for (FleetReport report : List.of(report(HOSTILE, true), report("host", false))) {
            String json = FleetFile.json(report);
            try (InputStream in = FleetFile.class.getResourceAsStream("fleet.schema.json")) {
                assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                                .getSchema(in)
                                .validate(json, InputFormat.JSON))
                        .isEmpty();
            }
            JsonNode tree = new ObjectMapper().readTree(json);
            JsonNode account = tree.path("comparison").path("account");
            long parts = StreamSupport.stream(account.path("parts").spliterator(), false)
                    .mapToLong(part -> part.path("nanos").longValue())
                    .sum();
            assertThat(parts).isEqualTo(account.path("wasteNanos").longValue()).isPositive();
            assertThat(tree.path("firstStep").intValue()).isEqualTo(100);
            assertThat(tree.path("lastStep").intValue()).isEqualTo(100 + STEPS - 1);
            assertThat(tree.path("comparison")
                            .path("stragglers")
                            .path(0)
                            .path("name")
                            .textValue())
                    .isEqualTo("5");
        }
    }

    @Test
    void json_ofLabels_isSortedByName() {
        assertThat(FleetFile.json(report("host", false)))
                .contains("\"labels\":{\"a\":\"b\",\"node\":\"n\",\"rack\":\"r0\"}");
    }
}
