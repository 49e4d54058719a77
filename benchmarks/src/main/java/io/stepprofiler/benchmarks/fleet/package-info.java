/** Error rates and power of the comparison of ranks, on simulated fleets. */
@NullMarked
package io.stepprofiler.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
