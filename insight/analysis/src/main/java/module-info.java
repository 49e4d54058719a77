/**
 * Analysis of traces: causes of slow steps, memory by scope and category, leaks, and the compile times of the first
 * steps.
 */
@SuppressWarnings("module") // The compiler does not know the modules that a package is for; Jackson reads reports.
module io.stepprofiler.analysis {
    requires transitive io.stepprofiler.trace;
    requires static org.jspecify;

    exports io.stepprofiler.analysis.breakdown;
    exports io.stepprofiler.analysis.diff to
            io.stepprofiler.fleet,
            io.stepprofiler.report;
    exports io.stepprofiler.analysis.flame to
            io.stepprofiler.report;
    exports io.stepprofiler.analysis.functions;
    exports io.stepprofiler.analysis.memory;
    exports io.stepprofiler.analysis.operators to
            io.stepprofiler.report;
    exports io.stepprofiler.analysis.report to
            com.fasterxml.jackson.databind,
            io.stepprofiler.capture,
            io.stepprofiler.report;
    exports io.stepprofiler.analysis.rules;
    exports io.stepprofiler.analysis.run to
            com.fasterxml.jackson.databind,
            io.stepprofiler.report;
    exports io.stepprofiler.analysis.stacktree to
            io.stepprofiler.handlers;
    exports io.stepprofiler.analysis.statistics to
            io.stepprofiler.fleet,
            io.stepprofiler.tuning;
    exports io.stepprofiler.analysis.steps to
            io.stepprofiler.report;
    exports io.stepprofiler.analysis.whatif;
    exports io.stepprofiler.analysis.window to
            com.fasterxml.jackson.databind,
            io.stepprofiler.handlers,
            io.stepprofiler.report;

    uses io.stepprofiler.analysis.memory.MemoryPage;
    uses io.stepprofiler.analysis.rules.RuleProvider;
}
