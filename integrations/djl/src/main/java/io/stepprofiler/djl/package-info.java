/** The training of DJL, the Deep Java Library, seen step by step: {@link io.stepprofiler.djl.ProfilingListener}. */
@NullMarked
package io.stepprofiler.djl;

import org.jspecify.annotations.NullMarked;
