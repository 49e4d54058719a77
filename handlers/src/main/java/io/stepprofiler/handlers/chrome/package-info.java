/**
 * Traces as Chrome trace JSON, laid out as {@code torch.profiler} does: what Perfetto, TensorBoard and HTA read.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.chrome;

import org.jspecify.annotations.NullMarked;
