/** The agent: profiles a training program that knows nothing of it. */
@NullMarked
package io.stepprofiler.agent;

import org.jspecify.annotations.NullMarked;
