/** The ranks of a run: the directory that they are registered in, and captures of the same steps of all of them. */
@NullMarked
package io.stepprofiler.capture.ranks;

import org.jspecify.annotations.NullMarked;
