/** The agent: profiles a training program without a change to it. */
@NullMarked
package io.stepprofiler.agent;

import org.jspecify.annotations.NullMarked;
