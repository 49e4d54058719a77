/** Flame graphs of a window: stacks with what each step spent in them. */
@NullMarked
package io.stepprofiler.analysis.flame;

import org.jspecify.annotations.NullMarked;
