/**
 * The <a href="https://protobuf.dev/programming-guides/encoding/">wire format of protocol buffers</a>, written and read
 * without its library. For the modules of the profiler only.
 */
@NullMarked
package io.stepprofiler.wire;

import org.jspecify.annotations.NullMarked;
