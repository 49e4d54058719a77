/** Traces made of XSpace files: which plane, line, event and value becomes what. */
@NullMarked
package io.stepprofiler.readers.xspace.trace;

import org.jspecify.annotations.NullMarked;
