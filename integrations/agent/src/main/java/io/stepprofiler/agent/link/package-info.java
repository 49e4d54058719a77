/** Link that the agent adds to class loaders of the program that do not find the agent. */
@NullMarked
package io.stepprofiler.agent.link;

import org.jspecify.annotations.NullMarked;
