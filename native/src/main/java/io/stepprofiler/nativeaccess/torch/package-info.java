/** Operations and memory of a loaded libtorch, recorded by native code. For the profiler's own modules. */
@NullMarked
package io.stepprofiler.nativeaccess.torch;

import org.jspecify.annotations.NullMarked;
