/** The ranks of a run: the directory in which they register, and captures of the same steps in all of them. */
@NullMarked
package io.stepprofiler.capture.ranks;

import org.jspecify.annotations.NullMarked;
