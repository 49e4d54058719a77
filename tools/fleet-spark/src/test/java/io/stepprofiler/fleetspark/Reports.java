package io.stepprofiler.fleetspark;

import io.stepprofiler.cli.spark.FleetEngine;
import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.FleetFile;
import io.stepprofiler.report.faces.FleetPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Reports of runs as JSON, and as the page, which has a cell for each rank and step. */
public final class Reports {
    private Reports() {}

    /** Returns the files of a run. */
    public static List<Path> ledgers(Path run) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            return files.filter(file -> file.toString().endsWith(StepLedger.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    /** Returns a run that this process reads. */
    public static FleetEngine.Read read(Path run) throws IOException {
        List<LedgerSource> ledgers = new ArrayList<>();
        List<UnreadLedger> unread = new ArrayList<>();
        for (Path file : ledgers(run)) {
            try {
                StepLedger ledger = StepLedger.read(file);
                ledgers.add(LedgerSource.of(ledger, () -> ledger));
            } catch (IOException e) {
                unread.add(new UnreadLedger(file.toString(), e.getMessage()));
            }
        }
        return new FleetEngine.Read(ledgers, unread, FleetLedgers::of);
    }

    /** Returns the report without Spark. */
    public static String ofOneProcess(Path run) throws IOException {
        return text(read(run));
    }

    /** Returns the report of files or of tables by the session of this process. */
    public static String bySpark(Path given) throws IOException {
        return text(new SparkEngine().read(List.of(given)));
    }

    static String text(FleetEngine.Read read) {
        FleetReport report = report(read);
        return FleetFile.json(report) + new String(FleetPage.of(report), StandardCharsets.UTF_8);
    }

    /** Returns the report of a run. */
    public static FleetReport report(FleetEngine.Read read) {
        RankLedgers ranks = RankLedgers.of(read.ledgers(), UnaryOperator.identity());
        return FleetReport.of(ranks, read.steps().apply(ranks), read.unread());
    }
}
