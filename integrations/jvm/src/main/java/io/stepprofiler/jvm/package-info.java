/**
 * The virtual machine's own flight recorder as a source of activity: an
 * {@link io.stepprofiler.jvm.FlightRecorderSource} adds what it saw to each window.
 */
@NullMarked
package io.stepprofiler.jvm;

import org.jspecify.annotations.NullMarked;
