/** Which variant of a function is the fastest. */
@NullMarked
package io.stepprofiler.tuning;

import org.jspecify.annotations.NullMarked;
