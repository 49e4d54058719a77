/**
 * The virtual machine's flight recorder as a source of activity: a {@link io.stepprofiler.jvm.FlightRecorderSource}
 * adds its events to each window.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.jvm;

import org.jspecify.annotations.NullMarked;
