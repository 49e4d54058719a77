/** Access to the server: its limit of connections, TLS, tokens, and the guard of its calls. */
@NullMarked
package io.stepprofiler.capture.guard;

import org.jspecify.annotations.NullMarked;
