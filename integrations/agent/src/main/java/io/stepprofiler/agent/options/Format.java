package io.stepprofiler.agent.options;

/** File or table made of each window. */
public enum Format {
    /** HTML page that explains why steps are slow, called {@code report.<nanos>.html}. */
    REPORT,
    /** Files for TensorBoard's PyTorch profiler plugin, Perfetto and {@code chrome://tracing}. */
    TENSORBOARD,
    /** File for Chrome's trace viewer, called {@code trace.<nanos>.json.gz}. */
    CHROME,
    /** Files in Perfetto's own format, a thirtieth of the size, called {@code trace.<nanos>.pftrace}. */
    PERFETTO,
    /** Sessions for XProf and TensorBoard's Profile plugin, {@code plugins/profile/<time>/<host>.xplane.pb}. */
    XPLANE,
    /** Table of the rows with the most self time, on standard error. */
    TABLE,
    /** Profiles of functions over all windows, by default of the steps, in {@code functions.txt}. */
    FUNCTIONS,
    /** HTML page with the timeline of memory; switches {@code memory}, {@code shapes} and {@code stack} on. */
    MEMORY
}
