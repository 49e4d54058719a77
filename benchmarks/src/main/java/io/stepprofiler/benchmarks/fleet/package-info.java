/** Error rates of the comparison of ranks. */
@NullMarked
package io.stepprofiler.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
