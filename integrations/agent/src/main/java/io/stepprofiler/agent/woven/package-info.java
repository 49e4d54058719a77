/** Targets of calls from woven code. Public for that reason alone: it is no API. */
@NullMarked
package io.stepprofiler.agent.woven;

import org.jspecify.annotations.NullMarked;
