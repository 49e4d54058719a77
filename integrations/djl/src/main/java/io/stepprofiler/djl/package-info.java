/**
 * Steps of trainings with DJL, the Deep Java Library: {@link io.stepprofiler.djl.ProfilingListener}.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.djl;

import org.jspecify.annotations.NullMarked;
