/** Weaving of SameDiff, the graphs of ND4J: their execution, node by node, and their training. */
@NullMarked
package io.stepprofiler.agent.samediff;

import org.jspecify.annotations.NullMarked;
