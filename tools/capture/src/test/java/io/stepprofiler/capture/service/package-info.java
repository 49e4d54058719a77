/** Tests of the service of {@code stepprofiler.capture.v1}. */
@NullMarked
package io.stepprofiler.capture.service;

import org.jspecify.annotations.NullMarked;
