/**
 * The key averages of each window as a table of text.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.table;

import org.jspecify.annotations.NullMarked;
