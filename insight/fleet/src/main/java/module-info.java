/**
 * Comparison of the ranks of a distributed training run: the account of waste, stragglers, waits in collectives, and
 * changes over runs.
 */
@SuppressWarnings("module") // The compiler does not know the module that a package is for.
module io.stepprofiler.fleet {
    requires transitive io.stepprofiler.analysis;
    requires transitive io.stepprofiler.trace;
    requires static org.jspecify;

    exports io.stepprofiler.fleet to
            io.stepprofiler.report;
    exports io.stepprofiler.fleet.change to
            io.stepprofiler.report;
    exports io.stepprofiler.fleet.comparison to
            io.stepprofiler.report;
    exports io.stepprofiler.fleet.history to
            io.stepprofiler.report;
    exports io.stepprofiler.fleet.ranks to
            io.stepprofiler.report;
    exports io.stepprofiler.fleet.report to
            io.stepprofiler.report;
    exports io.stepprofiler.fleet.sync to
            io.stepprofiler.report;
}
