/**
 * For tests of training loops: {@link io.stepprofiler.testkit.TestProfile} records with a clock that the test sets,
 * {@link io.stepprofiler.testkit.TraceAssert} checks what was recorded.
 */
@NullMarked
package io.stepprofiler.testkit;

import org.jspecify.annotations.NullMarked;
