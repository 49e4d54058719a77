/** Programs that verify the guarantees of journals: with killed processes, and with a hundred million events. */
@NullMarked
package io.stepprofiler.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
