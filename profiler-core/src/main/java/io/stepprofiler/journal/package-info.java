/** Keeping the parts of a window outside the memory of the program, and putting them together again. */
@NullMarked
package io.stepprofiler.journal;

import org.jspecify.annotations.NullMarked;
