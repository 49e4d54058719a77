package io.stepprofiler.benchmarks.fleet;

import com.sun.management.OperatingSystemMXBean;
import io.stepprofiler.fleet.KeptLedgers;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.FleetPage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Prints the processor time to read and decode the step ledgers of a directory, and to report on them, and the bytes of
 * the page: {@code java -Xmx1g -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.fleet.FleetFloor big}.
 */
public final class FleetFloor {
    private FleetFloor() {}

    /**
     * Reads the ledgers once for the floor, then for the report.
     *
     * @throws IOException if they cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        // Compiles the reader.
        read(directory);
        long start = processorNanos();
        read(directory);
        long floor = processorNanos() - start;
        start = processorNanos();
        FleetReport report = FleetReport.of(RankLedgers.of(read(directory), UnaryOperator.identity()), List.of());
        long comparison = processorNanos() - start;
        int page = FleetPage.of(report).length;
        System.out.printf(
                Locale.ROOT,
                "%d ranks, %d steps: floor %.1f s, comparison %.1f s (%.2f times), page %.1f s, %.1f MB%n%s%n",
                report.comparison().extent().ranks(),
                report.comparison().extent().steps(),
                floor / 1e9,
                comparison / 1e9,
                (double) comparison / floor,
                (processorNanos() - start - comparison) / 1e9,
                page / 1e6,
                report.comparison().stragglers());
    }

    private static List<LedgerSource> read(Path directory) throws IOException {
        KeptLedgers kept = new KeptLedgers();
        List<LedgerSource> sources = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + StepLedger.SUFFIX)) {
            for (Path file : files) {
                sources.add(kept.add(StepLedger.read(file), file));
            }
        }
        return sources;
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
