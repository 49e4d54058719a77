/** Tests of the client. */
@NullMarked
package io.stepprofiler.capture.client;

import org.jspecify.annotations.NullMarked;
