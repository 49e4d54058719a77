/** Speed and memory of readers of files. */
@NullMarked
package io.stepprofiler.benchmarks.readers;

import org.jspecify.annotations.NullMarked;
