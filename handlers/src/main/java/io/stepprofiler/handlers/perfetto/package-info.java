/** Traces in Perfetto's own format: track events in protobuf, which Perfetto opens faster than JSON. */
@NullMarked
package io.stepprofiler.handlers.perfetto;

import org.jspecify.annotations.NullMarked;
