/** JAX's profiling interface in Java: traces for XProf, annotations, the Perfetto link. */
@NullMarked
package io.stepprofiler.xprof;

import org.jspecify.annotations.NullMarked;
