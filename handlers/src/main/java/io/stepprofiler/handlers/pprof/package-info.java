/**
 * Profiles for pprof and the tools that read its format, such as speedscope and Grafana Pyroscope.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.pprof;

import org.jspecify.annotations.NullMarked;
