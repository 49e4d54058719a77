/**
 * Test kit for training loops: {@link io.stepprofiler.testkit.TestProfile} records with a clock that the test sets,
 * {@link io.stepprofiler.testkit.TraceAssert} checks the trace.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.testkit;

import org.jspecify.annotations.NullMarked;
