/**
 * What a trace means: what holds its steps up, whose memory it was and what is never freed, and why the first steps
 * take long.
 */
module io.stepprofiler.analysis {
    requires transitive io.stepprofiler.core;
    requires static org.jspecify;

    exports io.stepprofiler.analysis.compile;
    exports io.stepprofiler.analysis.functions;
    exports io.stepprofiler.analysis.memory;
    exports io.stepprofiler.analysis.report;
    exports io.stepprofiler.analysis.rules;
    exports io.stepprofiler.analysis.startup;
    exports io.stepprofiler.analysis.steps;
    exports io.stepprofiler.analysis.whatif;
    exports io.stepprofiler.analysis.window;

    uses io.stepprofiler.analysis.rules.RuleProvider;
}
