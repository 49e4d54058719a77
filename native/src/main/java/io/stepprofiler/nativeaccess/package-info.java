/**
 * Native code of the profiler: loading, and the reason if it cannot be used.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.nativeaccess;

import org.jspecify.annotations.NullMarked;
