/** Weaving of Deeplearning4j: its training loop, its layers, its data iterators. */
@NullMarked
package io.stepprofiler.agent.dl4j;

import org.jspecify.annotations.NullMarked;
