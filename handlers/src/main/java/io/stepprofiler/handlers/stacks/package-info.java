/**
 * Time and memory by call stack, as collapsed stacks for flame graphs.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.stacks;

import org.jspecify.annotations.NullMarked;
