/** Tests of training steps with JUnit. Experimental: may change in any release. */
@NullMarked
package io.stepprofiler.junit;

import org.jspecify.annotations.NullMarked;
