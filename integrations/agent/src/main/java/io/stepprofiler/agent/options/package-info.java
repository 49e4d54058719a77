/** The options of the agent: their table, sources and validation. */
@NullMarked
package io.stepprofiler.agent.options;

import org.jspecify.annotations.NullMarked;
