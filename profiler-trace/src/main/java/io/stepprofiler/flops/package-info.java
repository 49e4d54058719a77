/**
 * Floating point operations of events, and the kernels that compute them in tensor cores. For the modules of the
 * profiler only.
 */
@NullMarked
package io.stepprofiler.flops;

import org.jspecify.annotations.NullMarked;
