/** Weaving of ND4J: its operations. */
@NullMarked
package io.stepprofiler.agent.nd4j;

import org.jspecify.annotations.NullMarked;
