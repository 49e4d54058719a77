/**
 * Sources of events other than scopes: an {@link io.stepprofiler.source.ActivitySource} is prepared, started and
 * stopped with each window and then adds its events.
 *
 * <p>Experimental: may change in any release, as sources are added; stable are {@link io.stepprofiler.source.Activity},
 * {@link io.stepprofiler.source.ActivityType} and {@link io.stepprofiler.source.JvmCounters}.
 */
@NullMarked
package io.stepprofiler.source;

import org.jspecify.annotations.NullMarked;
