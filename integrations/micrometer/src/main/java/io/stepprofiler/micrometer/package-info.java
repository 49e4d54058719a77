/** Metrics of training steps for Micrometer's registries. Stability: experimental. */
@NullMarked
package io.stepprofiler.micrometer;

import org.jspecify.annotations.NullMarked;
