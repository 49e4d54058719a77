/** What the listener and woven code have in common. Public for that reason alone: it is no API. */
@NullMarked
package io.stepprofiler.djl.training;

import org.jspecify.annotations.NullMarked;
