/** Check of recorded GPU work against work of known number, size and time, on a machine with a GPU. */
@NullMarked
package io.stepprofiler.benchmarks.gpu;

import org.jspecify.annotations.NullMarked;
