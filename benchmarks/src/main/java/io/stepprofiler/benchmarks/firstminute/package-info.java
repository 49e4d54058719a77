/** Verdicts on programs with planted faults, as a new user of the agent sees them. */
@NullMarked
package io.stepprofiler.benchmarks.firstminute;

import org.jspecify.annotations.NullMarked;
