/** Parts that the listener and woven code share. Public for that reason alone: it is no API. */
@NullMarked
package io.stepprofiler.djl.training;

import org.jspecify.annotations.NullMarked;
