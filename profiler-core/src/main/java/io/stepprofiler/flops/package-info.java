/** Floating point operations of events, and the kernels that compute them in tensor cores. For modules of the profiler alone. */
@NullMarked
package io.stepprofiler.flops;

import org.jspecify.annotations.NullMarked;
