/**
 * Links that open a file of this machine in Perfetto.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.handlers.link;

import org.jspecify.annotations.NullMarked;
