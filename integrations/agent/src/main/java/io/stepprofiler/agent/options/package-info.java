/** The options of the agent: the table of them, where they come from, what is wrong with them. */
@NullMarked
package io.stepprofiler.agent.options;

import org.jspecify.annotations.NullMarked;
