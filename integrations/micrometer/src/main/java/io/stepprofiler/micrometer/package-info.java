/** Metrics of training steps for Micrometer's registries. Experimental: may change in any release. */
@NullMarked
package io.stepprofiler.micrometer;

import org.jspecify.annotations.NullMarked;
