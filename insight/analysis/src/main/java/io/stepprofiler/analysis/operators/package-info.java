/** The operators of a window with the time that each step spent in them, by name, shape, module and call stack. */
@NullMarked
package io.stepprofiler.analysis.operators;

import org.jspecify.annotations.NullMarked;
