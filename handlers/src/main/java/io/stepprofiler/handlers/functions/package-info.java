/**
 * The profiles of functions as text, in the sections and columns of Aesara's.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.handlers.functions;

import org.jspecify.annotations.NullMarked;
