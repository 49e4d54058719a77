package io.stepprofiler.averages;

import io.stepprofiler.event.EventKind;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The rows of averages, and the sums over them.
 *
 * @param grouping the properties that the events of one row share
 * @param measured the kinds of measurements
 * @param rows the rows
 * @param unfinished number of events left out because their end is not known
 * @param dropped number of events that the trace lost
 * @param remarks sentences to show below the figures
 */
record AveragesData(
        Grouping grouping,
        TraceMeasurements measured,
        List<KeyAverage> rows,
        long unfinished,
        long dropped,
        Set<String> remarks) {
    AveragesData {
        rows = List.copyOf(rows);
        remarks = Collections.unmodifiableSet(new LinkedHashSet<>(remarks));
    }

    long selfNanosTotal() {
        return rows.stream()
                .filter(row -> GroupProperties.countInTotal(row.key()))
                .mapToLong(KeyAverage::selfNanos)
                .sum();
    }

    // T5: such rows have times, but no percentage.
    long nanosOutsideTotal(EventKind kind) {
        return rows.stream()
                .filter(row ->
                        !GroupProperties.countInTotal(row.key()) && row.key().kind() == kind)
                .mapToLong(KeyAverage::selfNanos)
                .sum();
    }

    long sampledNanosTotal() {
        return rows.stream().mapToLong(row -> row.sampled().selfNanos()).sum();
    }

    long deviceNanosTotal() {
        return rows.stream()
                .filter(row -> row.isOnDevice()
                        && (row.key().kind().isDeviceWork() || row.key().row() == GroupKey.Row.OTHER))
                .mapToLong(row -> row.device().selfNanos())
                .sum();
    }

    long other() {
        return rows.stream()
                .filter(row -> row.key().row() == GroupKey.Row.OTHER)
                .mapToLong(KeyAverage::count)
                .sum();
    }
}
