/**
 * Sources of events other than scopes: an {@link io.stepprofiler.source.ActivitySource} is prepared, started and
 * stopped with each window and then adds its events.
 *
 * <p>Experimental: may change in any release, as sources are added.
 */
@NullMarked
package io.stepprofiler.source;

import org.jspecify.annotations.NullMarked;
