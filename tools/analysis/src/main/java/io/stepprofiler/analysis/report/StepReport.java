package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.trace.Trace;
import java.util.List;

/**
 * What holds the steps of one or several windows up, as pure data: several windows of a run, or of its ranks.
 *
 * @param version version of this form of data, {@link #VERSION} for what is made here
 * @param windows the windows, in the order in which they were given
 * @param ranks what is found in the ranks of the windows beside each other, the most important first; empty if there are
 *     fewer than two, or nothing is found
 */
public record StepReport(int version, List<WindowReport> windows, List<Finding> ranks) {
    /** The version of the data that this code makes and reads. It changes when a reader of the old one would err. */
    public static final int VERSION = 1;

    /**
     * Copies the lists.
     *
     * @param version version of this form of data
     * @param windows the windows
     * @param ranks what is found in the ranks of the windows
     */
    public StepReport {
        windows = List.copyOf(windows);
        ranks = List.copyOf(ranks);
    }

    /**
     * A report of windows whose ranks are checked by the rules of the profiler.
     *
     * @param version version of this form of data
     * @param windows the windows
     */
    public StepReport(int version, List<WindowReport> windows) {
        this(version, windows, RuleSet.builtIn().checkRanks(Ranks.of(windows)));
    }

    /**
     * {@return the report of one window, by all rules there are}
     *
     * <p>Takes several passes over the events; see {@link io.stepprofiler.analysis.rules.WindowFacts}.
     *
     * @param trace the window
     */
    public static StepReport of(Trace trace) {
        return of(List.of(new Source("", trace, List.of())), RuleSet.all());
    }

    /**
     * {@return the report of some windows}
     *
     * @param sources the windows, in the order in which they are shown
     * @param rules the rules that they are checked by
     */
    public static StepReport of(List<Source> sources, RuleSet rules) {
        return ofWindows(
                sources.stream()
                        .map(source -> window(source, rules, sources.size()))
                        .toList(),
                rules);
    }

    /**
     * {@return the report of windows that have been reported on}
     *
     * @param windows the windows, in the order in which they are shown
     * @param rules the rules that their ranks are checked by
     */
    public static StepReport ofWindows(List<WindowReport> windows, RuleSet rules) {
        return new StepReport(VERSION, windows, rules.checkRanks(Ranks.of(windows)));
    }

    /**
     * {@return the report of one window that will stand beside others, whose lists are shorter for that}
     *
     * @param source the window
     * @param rules the rules that it is checked by
     * @param count how many windows there will be, 1 or more
     */
    public static WindowReport window(Source source, RuleSet rules, int count) {
        return new WindowReporter(source, rules, Limits.of(count)).report();
    }

    /**
     * One window that a report is about.
     *
     * @param name what it was read from, such as the name of a file; empty if from the process itself
     * @param trace the window
     * @param missing what is known to be missing in it, a sentence each
     */
    public record Source(String name, Trace trace, List<String> missing) {
        /**
         * Copies the list.
         *
         * @param name what it was read from
         * @param trace the window
         * @param missing what is known to be missing in it
         */
        public Source {
            missing = List.copyOf(missing);
        }
    }
}
