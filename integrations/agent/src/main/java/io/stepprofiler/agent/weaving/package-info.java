/** Weaving of the classes of the program. */
@NullMarked
package io.stepprofiler.agent.weaving;

import org.jspecify.annotations.NullMarked;
