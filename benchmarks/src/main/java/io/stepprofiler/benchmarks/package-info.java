/** Measurements of recording, averaging and exporting; docs/PERFORMANCE.md has the figures and the command. */
@NullMarked
package io.stepprofiler.benchmarks;

import org.jspecify.annotations.NullMarked;
