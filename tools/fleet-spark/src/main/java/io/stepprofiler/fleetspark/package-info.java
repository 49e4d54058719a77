/**
 * The report of a fleet on Apache Spark: reads step ledgers and the Parquet lake in parallel, and compares the ranks on
 * the driver by {@code io.stepprofiler.fleet}. Internal: may change in any release.
 */
@NullMarked
package io.stepprofiler.fleetspark;

import org.jspecify.annotations.NullMarked;
