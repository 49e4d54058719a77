/** Who may ask the server, and how much: sockets, frames, tokens and calls, before anything else sees them. */
@NullMarked
package io.stepprofiler.capture.guard;

import org.jspecify.annotations.NullMarked;
