/**
 * Profiles of TensorFlow, JAX and XProf (XSpace, {@code .xplane.pb}) as data: planes, lines, events and values.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.readers.xspace;

import org.jspecify.annotations.NullMarked;
