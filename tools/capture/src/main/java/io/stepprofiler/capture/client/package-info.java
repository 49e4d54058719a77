/**
 * Client of the server in a running job.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.capture.client;

import org.jspecify.annotations.NullMarked;
