/** The key averages of each window as a table of text. */
@NullMarked
package io.stepprofiler.handlers.table;

import org.jspecify.annotations.NullMarked;
