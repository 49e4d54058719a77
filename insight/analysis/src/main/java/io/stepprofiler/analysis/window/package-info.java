/** Input of rules and reports: the waits, collections, samples, calls and devices of a window, by step. */
@NullMarked
package io.stepprofiler.analysis.window;

import org.jspecify.annotations.NullMarked;
