/**
 * Training frameworks: all that the profiler knows of each is in one class. {@link io.stepprofiler.frameworks.Frameworks}
 * lists them, and is asked by all others. The package depends on no other.
 */
@NullMarked
package io.stepprofiler.frameworks;

import org.jspecify.annotations.NullMarked;
