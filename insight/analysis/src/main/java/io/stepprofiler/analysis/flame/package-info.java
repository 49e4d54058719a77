/** Flame graphs of a window: stacks with their weights in each step. */
@NullMarked
package io.stepprofiler.analysis.flame;

import org.jspecify.annotations.NullMarked;
