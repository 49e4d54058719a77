/**
 * MXNet's profiling interface for Java: run and stop, aggregate statistics, continuous dumps, objects.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.mxnet;

import org.jspecify.annotations.NullMarked;
