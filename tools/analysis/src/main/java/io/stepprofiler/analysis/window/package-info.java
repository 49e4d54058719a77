/** What is known of one recorded window, for rules and reports: steps, waits, collections, samples, by step. */
@NullMarked
package io.stepprofiler.analysis.window;

import org.jspecify.annotations.NullMarked;
