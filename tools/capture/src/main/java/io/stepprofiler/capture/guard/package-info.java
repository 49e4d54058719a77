/** Access to the server: limit of connections, TLS, tokens, and the guard of calls. */
@NullMarked
package io.stepprofiler.capture.guard;

import org.jspecify.annotations.NullMarked;
