/**
 * How more than scopes gets into a trace: an {@link io.stepprofiler.source.ActivitySource} is prepared, started and
 * stopped with each window and then adds what it saw.
 *
 * <p>Experimental: may change in any release, as sources are added.
 */
@NullMarked
package io.stepprofiler.source;

import org.jspecify.annotations.NullMarked;
