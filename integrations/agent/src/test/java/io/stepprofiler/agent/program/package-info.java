/** A program that knows nothing of the agent; tests load it anew each time. */
@NullMarked
package io.stepprofiler.agent.program;

import org.jspecify.annotations.NullMarked;
