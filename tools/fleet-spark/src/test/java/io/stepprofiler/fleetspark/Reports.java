package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.FleetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reports of runs as JSON. */
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

    /** Returns the report without Spark. */
    public static String ofOneProcess(Path run) throws IOException {
        List<StepLedger> ledgers = new ArrayList<>();
        List<UnreadLedger> unread = new ArrayList<>();
        for (Path file : ledgers(run)) {
            try {
                ledgers.add(StepLedger.read(file));
            } catch (IOException e) {
                unread.add(new UnreadLedger(file.toString(), e.getMessage()));
            }
        }
        return FleetFile.json(FleetReport.of(ledgers, unread));
    }

    /** Returns the report of files or of tables by the session of this process. */
    public static String bySpark(Path given) throws IOException {
        List<StepLedger> ledgers = new ArrayList<>();
        List<UnreadLedger> unread = new ArrayList<>();
        new SparkEngine().read(List.of(given), ledgers::add, unread::add);
        return FleetFile.json(FleetReport.of(ledgers, unread));
    }
}
