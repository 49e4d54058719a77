/**
 * The virtual machine's flight recorder as a source of activity: a {@link io.stepprofiler.jvm.FlightRecorderSource}
 * adds its events to each window, and a {@link io.stepprofiler.jvm.FlightRecordingImporter} reads its files.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.jvm;

import org.jspecify.annotations.NullMarked;
