/**
 * Key averages: the time, memory and counts of a trace's events by name, and the table that shows them.
 *
 * <p>Stable: figures and columns may be added.
 */
@NullMarked
package io.stepprofiler.averages;

import org.jspecify.annotations.NullMarked;
