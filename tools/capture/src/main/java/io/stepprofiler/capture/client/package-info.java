/** Client of the server in a running job. */
@NullMarked
package io.stepprofiler.capture.client;

import org.jspecify.annotations.NullMarked;
