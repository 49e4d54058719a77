/** JSON as text, written without a library. For the modules of the profiler only. */
@NullMarked
package io.stepprofiler.json;

import org.jspecify.annotations.NullMarked;
