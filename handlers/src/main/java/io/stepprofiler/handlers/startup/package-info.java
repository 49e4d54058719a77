/** The time to the first step, as text and as JSON. */
@NullMarked
package io.stepprofiler.handlers.startup;

import org.jspecify.annotations.NullMarked;
