/** What of the profiler's native code this process can use. */
@NullMarked
package io.stepprofiler.nativeaccess;

import org.jspecify.annotations.NullMarked;
