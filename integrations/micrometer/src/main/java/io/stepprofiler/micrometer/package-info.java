/**
 * Metrics of training steps for Micrometer's registries. Stability: experimental.
 *
 * @see io.stepprofiler.micrometer.StepMetrics
 */
@NullMarked
package io.stepprofiler.micrometer;

import org.jspecify.annotations.NullMarked;
