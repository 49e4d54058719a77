/** The service {@code stepprofiler.capture.v1}: its calls, and the traces that it sends. */
@NullMarked
package io.stepprofiler.capture.service;

import org.jspecify.annotations.NullMarked;
