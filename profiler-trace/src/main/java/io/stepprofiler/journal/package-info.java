/**
 * Options of journals, which store a window's parts outside the memory of the program.
 *
 * <p>Stable: options may be added.
 */
@NullMarked
package io.stepprofiler.journal;

import org.jspecify.annotations.NullMarked;
