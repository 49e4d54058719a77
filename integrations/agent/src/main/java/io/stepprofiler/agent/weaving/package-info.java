/** What is woven into the classes of the program, and how. */
@NullMarked
package io.stepprofiler.agent.weaving;

import org.jspecify.annotations.NullMarked;
