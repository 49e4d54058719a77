/** Error rates and bars of the comparison of ranks and of runs. */
@NullMarked
package io.stepprofiler.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
