/** Reader of Chrome traces of this profiler, torch, JAX and others. */
@NullMarked
package io.stepprofiler.readers.chrome;

import org.jspecify.annotations.NullMarked;
