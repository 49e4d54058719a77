/** What a trace means: whose memory it was and what is never freed. */
module io.stepprofiler.analysis {
    requires transitive io.stepprofiler.core;
    requires static org.jspecify;

    exports io.stepprofiler.analysis.memory;
}
