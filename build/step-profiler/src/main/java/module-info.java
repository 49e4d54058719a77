/**
 * The profiler as one dependency: profiles and scopes, schedules, handlers for tables and files, the report, journals, and the
 * flight recorder as a source.
 */
module io.stepprofiler {
    requires transitive io.stepprofiler.core;
    requires transitive io.stepprofiler.handlers;
    requires transitive io.stepprofiler.journal;
    requires transitive io.stepprofiler.jvm;
    requires transitive io.stepprofiler.report;
}
