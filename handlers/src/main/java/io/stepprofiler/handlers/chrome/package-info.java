/**
 * Traces as Chrome trace JSON in the layout of {@code torch.profiler}, for Perfetto, TensorBoard and HTA.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.chrome;

import org.jspecify.annotations.NullMarked;
