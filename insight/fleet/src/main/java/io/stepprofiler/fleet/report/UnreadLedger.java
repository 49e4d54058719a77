package io.stepprofiler.fleet.report;

/**
 * A file that is no readable step ledger.
 *
 * @param path its path, as it was given
 * @param reason the reason as a clause
 */
public record UnreadLedger(String path, String reason) {
    /** Removes the path from the beginning of the reason, as messages of exceptions have it: reports show both. */
    public UnreadLedger {
        if (reason.startsWith(path + ": ")) {
            reason = reason.substring(path.length() + 2);
        } else if (reason.startsWith(path + " ")) {
            reason = "it" + reason.substring(path.length());
        }
    }
}
