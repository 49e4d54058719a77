/** The service of {@code stepprofiler.capture.v1}: what it answers, and the traces that it keeps. */
@NullMarked
package io.stepprofiler.capture.service;

import org.jspecify.annotations.NullMarked;
