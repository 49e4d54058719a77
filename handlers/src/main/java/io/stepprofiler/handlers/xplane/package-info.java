/** Traces as XSpace, the format of XProf and of TensorBoard's Profile plugin. */
@NullMarked
package io.stepprofiler.handlers.xplane;

import org.jspecify.annotations.NullMarked;
