/**
 * Where the time went, name by name: the key averages of a trace and the table that shows them.
 *
 * <p>Stable: figures and columns may be added.
 */
@NullMarked
package io.stepprofiler.averages;

import org.jspecify.annotations.NullMarked;
