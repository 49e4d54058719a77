/** Programs that prove what journals promise: in processes that are killed, and over a hundred million events. */
@NullMarked
package io.stepprofiler.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
