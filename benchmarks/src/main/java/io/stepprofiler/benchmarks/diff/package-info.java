/** Error rates and power of {@code stepprof diff}. */
@NullMarked
package io.stepprofiler.benchmarks.diff;

import org.jspecify.annotations.NullMarked;
