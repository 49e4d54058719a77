/** Classes that the listener and woven code share. Public only for that reason: not an API. */
@NullMarked
package io.stepprofiler.djl.training;

import org.jspecify.annotations.NullMarked;
