/** Native code of the profiler: loading, and the reason if it cannot be used. For the profiler's own modules. */
@NullMarked
package io.stepprofiler.nativeaccess;

import org.jspecify.annotations.NullMarked;
