/** Brings traces to their handlers: one after the other, off the training thread, each handler on its own risk. */
@NullMarked
package io.stepprofiler.delivery;

import org.jspecify.annotations.NullMarked;
