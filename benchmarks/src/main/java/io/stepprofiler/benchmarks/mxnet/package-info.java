/** What the statistics and files of MXNet's interface cost. */
@NullMarked
package io.stepprofiler.benchmarks.mxnet;

import org.jspecify.annotations.NullMarked;
