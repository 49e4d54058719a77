/** Files of other writers: which of their marks are steps. */
@NullMarked
package io.stepprofiler.readers.foreign;

import org.jspecify.annotations.NullMarked;
