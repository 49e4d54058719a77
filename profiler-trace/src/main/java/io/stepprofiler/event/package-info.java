/**
 * Vocabulary of events: kinds, operands, devices, memory, steps, and causes of losses.
 *
 * <p>Stable: kinds, causes and types may be added.
 */
@NullMarked
package io.stepprofiler.event;

import org.jspecify.annotations.NullMarked;
