/**
 * Operations and memory of a libtorch that is in the process, recorded by native code. For the profiler's own modules.
 */
@NullMarked
package io.stepprofiler.nativeaccess.torch;

import org.jspecify.annotations.NullMarked;
