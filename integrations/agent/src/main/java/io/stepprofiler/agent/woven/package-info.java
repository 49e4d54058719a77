/** Targets of calls from woven code. Public for that reason alone, not an API. */
@NullMarked
package io.stepprofiler.agent.woven;

import org.jspecify.annotations.NullMarked;
