/**
 * Traces in Perfetto's own format: track events in protobuf, which Perfetto opens faster than JSON.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.perfetto;

import org.jspecify.annotations.NullMarked;
