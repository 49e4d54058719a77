package io.stepprofiler.cli.spark;

import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Reader of the runs of a fleet by several processes. The application for Spark contains this command and provides an
 * engine; the command itself has none, and reads the files in its own process. For one thread at a time.
 */
public interface FleetEngine {
    /** {@return the engine on the class path; empty if there is none} */
    static Optional<FleetEngine> installed() {
        return ServiceLoader.load(FleetEngine.class).findFirst();
    }

    /**
     * {@return whether a directory is a packed run, by a table that hardly another directory has}
     *
     * @param directory the directory
     */
    static boolean isPacked(Path directory) {
        return Files.isDirectory(directory.resolve("unreadable"));
    }

    /**
     * A run that an engine has read.
     *
     * @param ledgers facts about its ledgers, by path
     * @param unread the files that are no readable ledgers
     * @param steps returns the steps of these ledgers by rank
     */
    record Read(List<LedgerSource> ledgers, List<UnreadLedger> unread, Function<RankLedgers, FleetLedgers> steps) {}

    /**
     * Reads a run.
     *
     * @param given step ledgers, directories of these, patterns, and packed runs
     * @throws IOException if nothing is found
     */
    Read read(List<Path> given) throws IOException;

    /**
     * Packs a run into tables, unless they are there from the same files.
     *
     * @param given step ledgers, directories of these, and patterns
     * @param lake directory for the runs
     * @param run name of the run
     * @return the report of the run; empty if there was nothing to do
     * @throws IOException if nothing is found, or the tables cannot be written
     */
    Optional<FleetReport> pack(List<Path> given, Path lake, String run) throws IOException;
}
