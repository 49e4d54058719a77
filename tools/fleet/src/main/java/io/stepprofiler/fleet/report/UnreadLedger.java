package io.stepprofiler.fleet.report;

/**
 * A file that is no readable step ledger.
 *
 * @param path its path, as it was given
 * @param reason the reason as a clause
 */
public record UnreadLedger(String path, String reason) {}
