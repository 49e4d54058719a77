/** How often {@code stepprof diff} is wrong, and what it finds. */
@NullMarked
package io.stepprofiler.benchmarks.diff;

import org.jspecify.annotations.NullMarked;
