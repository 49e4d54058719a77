/**
 * Traces as XSpace, the format of XProf and of TensorBoard's Profile plugin.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.xplane;

import org.jspecify.annotations.NullMarked;
