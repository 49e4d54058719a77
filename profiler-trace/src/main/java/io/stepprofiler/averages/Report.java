package io.stepprofiler.averages;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rows selected and sorted for output in any format.
 *
 * @param averages all rows
 * @param options selection and order of the rows
 * @param rows the rows to be written
 * @param innerRows number of rows left out because none of their events is top-level
 * @param foldedRows number of rows left out because they have no percentage
 */
record Report(AveragesData averages, TableOptions options, List<KeyAverage> rows, long innerRows, long foldedRows) {
    static Report of(AveragesData averages, TableOptions options) {
        List<KeyAverage> candidates = averages.rows().stream()
                .filter(row -> !options.topLevelOnly || row.topLevelCount() > 0)
                .toList();
        List<KeyAverage> unfolded = candidates.stream()
                .filter(row -> !options.folded || GroupProperties.countInTotal(row.key()))
                .toList();
        List<KeyAverage> rows = unfolded.stream()
                .sorted(options.sortBy.order())
                .limit(options.rowLimit < 0 ? Long.MAX_VALUE : options.rowLimit)
                .toList();
        return new Report(
                averages,
                options,
                rows,
                averages.rows().size() - candidates.size(),
                candidates.size() - unfolded.size());
    }

    /** Number of rows beyond the limit. */
    long rowsBeyondLimit() {
        return averages.rows().size() - innerRows - foldedRows - rows.size();
    }

    /** This report with names of another width. */
    Report withMaxNameWidth(int width) {
        return new Report(averages, options.withMaxNameWidth(width), rows, innerRows, foldedRows);
    }

    List<Column> columns() {
        return Stream.of(Column.values()).filter(column -> column.isShown(this)).toList();
    }

    /** True if any row has a number of floating point operations. */
    boolean hasFlops() {
        return averages.rows().stream().anyMatch(row -> row.flops() >= 0);
    }

    /** True if any kernel uses tensor cores. */
    boolean hasTensorCores() {
        return averages.rows().stream().anyMatch(row -> row.tensorCores().totalNanos() > 0);
    }

    /** True if any row has a domain. */
    boolean hasDomains() {
        return averages.rows().stream().anyMatch(row -> !row.key().domain().isEmpty());
    }

    /** True if rows with the same name differ in kind or device. */
    boolean hasKinds() {
        record Kind(GroupKey.Row row, Object kind, Object device) {}
        Map<String, Set<Kind>> kinds = new HashMap<>();
        return averages.rows().stream().map(KeyAverage::key).anyMatch(key -> {
            Set<Kind> ofName = kinds.computeIfAbsent(key.name(), name -> new HashSet<>());
            ofName.add(new Kind(key.row(), key.kind(), key.device()));
            return ofName.size() > 1;
        });
    }
}
