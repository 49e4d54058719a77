package io.stepprofiler.averages;

import io.stepprofiler.document.Csv;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Times, memory and counts of a trace's events, summed up by name over all threads, or by a {@link Grouping}.
 *
 * <p>Time of the host is wall time, waits and sleeps included, as in {@code torch.profiler}, whose columns have the
 * same names. As there, an event that is the only child of an event with the same name counts as part of it, such as if
 * an operation calls another overload of itself; rows are in the order of their first occurrence, and rows that begin
 * together are ordered by decreasing duration.
 *
 * <p>Unfinished events are left out, since their durations are unknown; {@link #unfinished()} counts them. Events
 * that ended on another thread count with their whole duration and no self time. Immutable and safe on any thread.
 */
public final class KeyAverages {
    private final AveragesData data;

    KeyAverages(
            Grouping grouping,
            TraceMeasurements measured,
            List<KeyAverage> rows,
            long unfinished,
            long dropped,
            Set<String> remarks) {
        data = new AveragesData(grouping, measured, rows, unfinished, dropped, remarks);
    }

    /**
     * {@return the key averages of a trace by name}
     *
     * <p>Takes time proportional to the number of events, some tens of nanoseconds each.
     *
     * @param trace the trace
     */
    public static KeyAverages of(Trace trace) {
        return of(trace, Grouping.BY_NAME);
    }

    /**
     * {@return the key averages of a trace}
     *
     * <p>Takes time proportional to the number of events, some tens of nanoseconds each, and to the number of distinct
     * names, signatures and stacks; each memory event and each sample, and each event that caused work on a device,
     * costs some nanoseconds more for every event around it.
     *
     * <p>Up to 4 million events percentiles are exact and it takes 12 bytes an event; for longer traces percentiles are
     * within 1.6 %, and it takes some kilobytes a row, at most 30 MB for the first 2000.
     *
     * @param trace the trace
     * @param grouping the properties that the events of one row share
     */
    public static KeyAverages of(Trace trace, Grouping grouping) {
        Objects.requireNonNull(trace, "trace");
        Objects.requireNonNull(grouping, "grouping");
        KeyAveragesCalculator averager = new KeyAveragesCalculator(trace, grouping);
        return new KeyAverages(
                grouping,
                averager.measured(),
                averager.rows(),
                trace.account().unfinishedTotal(),
                trace.account().droppedTotal(),
                new LinkedHashSet<>(Remarks.of(trace).values()));
    }

    /** {@return no averages} */
    public static KeyAverages empty() {
        return new KeyAverages(Grouping.BY_NAME, TraceMeasurements.NOTHING, List.of(), 0, 0, Set.of());
    }

    AveragesData data() {
        return data;
    }

    /** {@return the properties that the events of one row share} */
    public Grouping grouping() {
        return data.grouping();
    }

    /**
     * {@return the averages, step marks first, then the names in the order in which the trace has them, then memory
     * allocated and freed outside all events, samples outside all events, and waits of idle threads}
     */
    public List<KeyAverage> rows() {
        return data.rows();
    }

    /**
     * {@return the averages of one name, if it occurs; the first row of several}
     *
     * @param name the name
     */
    public Optional<KeyAverage> get(String name) {
        Objects.requireNonNull(name, "name");
        return rows().stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /**
     * {@return the sum of the rows' self times, in nanoseconds: the time of the host that passed inside events} It
     * excludes the virtual machine's own work, and waits of threads that were inside no other event and no step.
     */
    public long selfNanosTotal() {
        return data.selfNanosTotal();
    }

    /** {@return the time that samples represent, in nanoseconds, inside events and outside} */
    public long sampledNanosTotal() {
        return data.sampledNanosTotal();
    }

    /** {@return the time that devices worked, in nanoseconds, summed over their streams} */
    public long deviceNanosTotal() {
        return data.deviceNanosTotal();
    }

    /** {@return the number of events left out because their end is not known} */
    public long unfinished() {
        return data.unfinished();
    }

    /** {@return the number of events that the trace lost} */
    public long dropped() {
        return data.dropped();
    }

    /** {@return the number of events of groups beyond the limit, which are in rows called {@code (other)}} */
    public long other() {
        return data.other();
    }

    /** Sentences to show below the figures. */
    Set<String> remarks() {
        return data.remarks();
    }

    TraceMeasurements measured() {
        return data.measured();
    }

    /** {@return the table with the default options, many lines of text; empty if there are no averages} */
    public String table() {
        return table(TableOptions.DEFAULT);
    }

    /**
     * {@return the table, with the columns of {@code torch.profiler}; empty if there are no averages}
     *
     * <p>There are columns for devices, memory, samples and floating point operations if the trace has any, and for the
     * properties of the grouping. Percentages are of {@link #selfNanosTotal()}; rows that are not part of it have none.
     * Percentages of devices count the work itself; the rows of the events that caused it show it again.
     *
     * @param options the options of the table
     */
    public String table(TableOptions options) {
        Objects.requireNonNull(options, "options");
        return rows().isEmpty() ? "" : new AveragesTable(Report.of(data, options)).print();
    }

    /**
     * {@return the table as comma-separated values by RFC 4180, with the columns of {@link #table(TableOptions)} under
     * names with units; times are nanoseconds, memory is bytes, and unknown values are empty}
     *
     * <p>The frames of a stack are separated by semicolons, innermost first. Texts that a spreadsheet would run as a
     * formula, because they begin with {@code =}, {@code +}, {@code -}, {@code @} or a control character, are prefixed
     * with an apostrophe.
     *
     * @param options which rows in which order; widths, header and unit of times do not matter
     */
    public String csv(TableOptions options) {
        Objects.requireNonNull(options, "options");
        Report report = Report.of(data, options);
        StringBuilder csv = new StringBuilder(Csv.line(report.columns().stream().map(Column::key)));
        report.rows()
                .forEach(row -> csv.append(Csv.line(report.columns().stream().map(each -> each.value(row, data)))));
        return csv.toString();
    }

    /**
     * {@return the table as a JSON object: {@code rows} has an object for each row, with the names and numbers of
     * {@link #csv(TableOptions)}, null for unknown values and an array for a stack; {@code totals} has the sums and the
     * numbers of missing events}
     *
     * @param options which rows in which order; widths, header and unit of times do not matter
     */
    public String json(TableOptions options) {
        Objects.requireNonNull(options, "options");
        return new Json(Report.of(data, options)).print();
    }

    /**
     * {@return the table in GitHub's Markdown, with the cells of {@link #table(TableOptions)}; empty if there are no
     * averages}
     *
     * @param options the options of the table
     */
    public String markdown(TableOptions options) {
        Objects.requireNonNull(options, "options");
        return rows().isEmpty() ? "" : AveragesTable.markdown(Report.of(data, options));
    }
}
