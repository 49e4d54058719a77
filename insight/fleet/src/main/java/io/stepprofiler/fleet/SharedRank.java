package io.stepprofiler.fleet;

import java.util.List;

/**
 * A rank that several processes have at the same time, so that it is not known which of them the rank is.
 *
 * @param rank its number
 * @param processes the files of their ledgers; of ledgers without a file, their hosts and process ids
 */
public record SharedRank(int rank, List<String> processes) {
    /** Processes that follow each other on hosts with different clocks may seem to overlap by as much. */
    private static final long CLOCK_NANOS = 1_000_000_000;

    /** Copies the list. */
    public SharedRank {
        processes = List.copyOf(processes);
    }

    /** Returns whether two processes have a rank at the same time for half of the shorter one's steps, or longer. */
    static boolean isShared(LedgerSource one, LedgerSource other) {
        boolean isCopy = one.run().process().equals(other.run().process())
                && one.run().start().equals(other.run().start());
        long common = Math.min(one.endNanos(), other.endNanos()) - Math.max(one.beginNanos(), other.beginNanos());
        return !isCopy && common > Math.max(CLOCK_NANOS, Math.min(nanos(one), nanos(other)) / 2);
    }

    private static long nanos(LedgerSource ledger) {
        return ledger.endNanos() - ledger.beginNanos();
    }

    /** Returns the name of a ledger's process. */
    static String name(LedgerSource ledger) {
        String file = ledger.file();
        return file.isEmpty()
                ? ledger.run().process().host() + " process "
                        + ledger.run().process().pid()
                : file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    }
}
