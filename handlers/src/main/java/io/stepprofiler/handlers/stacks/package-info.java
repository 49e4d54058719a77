/** Where the time goes by call stack, as collapsed stacks for flame graphs. */
@NullMarked
package io.stepprofiler.handlers.stacks;

import org.jspecify.annotations.NullMarked;
