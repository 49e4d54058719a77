/** Traces from XSpace files: the mapping of planes, lines, events and values. */
@NullMarked
package io.stepprofiler.readers.xspace.trace;

import org.jspecify.annotations.NullMarked;
