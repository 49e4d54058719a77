/**
 * Reader of Chrome traces of this profiler, torch, JAX and others.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.readers.chrome;

import org.jspecify.annotations.NullMarked;
