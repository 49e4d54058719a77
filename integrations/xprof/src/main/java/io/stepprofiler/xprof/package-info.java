/**
 * JAX's profiling interface in Java: traces for XProf, annotations, the Perfetto link.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.xprof;

import org.jspecify.annotations.NullMarked;
