/** Vocabulary of events: kinds, operands, devices, memory, steps, and causes of losses. */
@NullMarked
package io.stepprofiler.event;

import org.jspecify.annotations.NullMarked;
