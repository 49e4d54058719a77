package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.Run;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Step ledgers of the runs of windows. */
public final class RunLedgers {
    private static final int MOST_FILES = 1_000;

    private RunLedgers() {}

    /**
     * {@return the step ledgers of the runs of some windows in a directory} Of several runs of one process, the last.
     *
     * @param directory the directory; without ledgers if it does not exist
     * @param windows the windows
     * @param unread receives the failure of a ledger that cannot be read, such as that of a killed process; the other
     *     ledgers are read all the same
     * @throws IOException if the directory cannot be read
     */
    public static List<StepLedger> of(Path directory, List<WindowReport> windows, Consumer<IOException> unread)
            throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        Map<ProcessInfo, StepLedger> byProcess = new LinkedHashMap<>();
        for (Path file : files(directory)) {
            StepLedger ledger;
            try {
                ledger = StepLedger.read(file);
            } catch (IOException e) {
                unread.accept(e);
                continue;
            }
            if (windows.stream().anyMatch(window -> isOf(window.run(), ledger))) {
                byProcess.merge(ledger.run().process(), ledger, RunLedgers::later);
            }
        }
        return List.copyOf(byProcess.values());
    }

    private static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*" + StepLedger.SUFFIX)) {
            for (Path file : found) {
                if (files.size() == MOST_FILES) {
                    throw new IOException(directory + " has more than " + MOST_FILES + " step ledgers");
                }
                files.add(file);
            }
        }
        return files;
    }

    /** Returns whether a ledger is of the process of a window. */
    static boolean isOf(Run run, StepLedger ledger) {
        ProcessInfo process = ledger.run().process();
        return run.pid() == process.pid() && run.host().equals(process.host());
    }

    private static StepLedger later(StepLedger one, StepLedger other) {
        return one.run().start().epochNanos() > other.run().start().epochNanos() ? one : other;
    }
}
