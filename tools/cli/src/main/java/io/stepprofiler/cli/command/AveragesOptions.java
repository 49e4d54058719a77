package io.stepprofiler.cli.command;

import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.cli.input.EnumWords;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.Terminal;
import io.stepprofiler.document.Document;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the table that shows where the time went, and its output. */
final class AveragesOptions {
    /** Depth used in torch.profiler's documentation. */
    private static final int FRAMES = 5;

    private static final int ROWS = 20;

    /** Keys that distinguish rows of one name. */
    enum By {
        STREAM(Grouping::byStream),
        THREAD(Grouping::byThread),
        SHAPES(Grouping::byInputShapes),
        STACK(grouping -> grouping.byStack(FRAMES)),
        OVERLOAD(Grouping::byOverload);

        @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
        private final UnaryOperator<Grouping> change;

        By(UnaryOperator<Grouping> change) {
            this.change = change;
        }
    }

    /** Converts words such as {@code stream}. */
    static final class ByWords extends EnumWords<By> {}

    /** Converts words such as {@code self-device-time}. */
    static final class SortWords extends EnumWords<SortKey> {}

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "maximum number of table rows; default " + ROWS + ", as comma-separated values all; 0: none")
    private @Nullable Integer rows;

    @Option(
            names = "--by",
            split = ",",
            paramLabel = "WHAT",
            converter = ByWords.class,
            completionCandidates = ByWords.class,
            description = "group rows by more than their names: ${COMPLETION-CANDIDATES}; several"
                    + " with commas; stacks are compared by their innermost " + FRAMES + " frames")
    private List<By> by = List.of();

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            converter = SortWords.class,
            completionCandidates = SortWords.class,
            description = "sort rows by this value, largest first; default self-time: ${COMPLETION-CANDIDATES}")
    private SortKey sort = SortKey.SELF_TIME;

    /** Rejects a negative number of rows before anything is read. */
    void check(Subcommand command) {
        if (rows != null && rows < 0) {
            throw command.refusal("--rows = " + rows + " is not allowed: must be 0 or more");
        }
    }

    int most(boolean isCsv) {
        return rows != null ? rows : isCsv ? Integer.MAX_VALUE : ROWS;
    }

    /** Prints the loss account of a trace, its metadata, and where the time went. */
    void describe(Trace trace, PrintWriter out) {
        boolean isTable = rows == null || rows > 0;
        Document head = new Document()
                .paragraph(trace.toString())
                .paragraph(trace.account().summary());
        trace.metadata().forEach((key, value) -> {
            if (!isTable || !Remarks.isKey(key)) { // The table has remarks.
                head.paragraph(key + ": " + value.text());
            }
        });
        out.print(head.text(Terminal.width()));
        if (isTable) {
            out.println(table(trace, false));
        }
        out.flush();
    }

    /** The table as text or as comma-separated values. */
    String table(Trace trace, boolean isCsv) {
        Grouping grouping = Grouping.BY_NAME;
        for (By each : by) {
            grouping = each.change.apply(grouping);
        }
        TableOptions options =
                TableOptions.DEFAULT.withSortBy(sort).withRowLimit(most(isCsv)).withMaxWidth(Terminal.width());
        KeyAverages averages = KeyAverages.of(trace, grouping);
        return isCsv ? averages.csv(options) : averages.table(options);
    }
}
