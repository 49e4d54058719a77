/** The clock that recording reads, its ticks as nanoseconds, and what implements another one. */
@NullMarked
package io.stepprofiler.clock;

import org.jspecify.annotations.NullMarked;
