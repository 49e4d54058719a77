/**
 * Plugin of Apache Spark that writes a step ledger of each executor, for {@code stepprof fleet report}.
 *
 * <p>Experimental: names and options may still change.
 */
@NullMarked
package io.stepprofiler.spark;

import org.jspecify.annotations.NullMarked;
