/** MXNet's profiling interface for Java: run and stop, aggregate statistics, continuous dumps, objects. */
@NullMarked
package io.stepprofiler.mxnet;

import org.jspecify.annotations.NullMarked;
