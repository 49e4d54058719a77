/**
 * Delivery of traces to their handlers: one after the other, off the training thread, isolated from each other's
 * failures.
 */
@NullMarked
package io.stepprofiler.delivery;

import org.jspecify.annotations.NullMarked;
