/**
 * Other profilers that record ranges by name: {@link io.stepprofiler.nativeaccess.annotations.Nvtx} and ITT.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.nativeaccess.annotations;

import org.jspecify.annotations.NullMarked;
