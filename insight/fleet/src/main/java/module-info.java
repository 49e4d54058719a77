/**
 * Comparison of the ranks of a distributed training run: the account of waste, stragglers, waits in collectives, and
 * changes over runs.
 */
@SuppressWarnings("module") // The compiler does not know the module that a package is for.
module io.stepprofiler.fleet {
    requires transitive io.stepprofiler.analysis;
    requires transitive io.stepprofiler.trace;
    requires static org.jspecify;

    exports io.stepprofiler.fleet;
    exports io.stepprofiler.fleet.account;
    exports io.stepprofiler.fleet.change;
    exports io.stepprofiler.fleet.compared;
    exports io.stepprofiler.fleet.comparison;
    exports io.stepprofiler.fleet.history to
            io.stepprofiler.report;
    exports io.stepprofiler.fleet.report;
    exports io.stepprofiler.fleet.straggler;
    exports io.stepprofiler.fleet.sync;
    exports io.stepprofiler.fleet.whatif;
}
