/** Native code of the profiler: loading, and the reason where it cannot be used. */
@NullMarked
package io.stepprofiler.nativeaccess;

import org.jspecify.annotations.NullMarked;
