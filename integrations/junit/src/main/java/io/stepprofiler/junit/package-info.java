/** Tests of training steps with JUnit. Stability: experimental. */
@NullMarked
package io.stepprofiler.junit;

import org.jspecify.annotations.NullMarked;
