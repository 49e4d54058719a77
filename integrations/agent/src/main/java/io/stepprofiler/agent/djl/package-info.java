/** Weaving of DJL, the Deep Java Library. */
@NullMarked
package io.stepprofiler.agent.djl;

import org.jspecify.annotations.NullMarked;
