/** Steps of trainings with DJL, the Deep Java Library: {@link io.stepprofiler.djl.ProfilingListener}. */
@NullMarked
package io.stepprofiler.djl;

import org.jspecify.annotations.NullMarked;
