/** MXNet's profiling interface, in Java's manners: run and stop, aggregate statistics, continuous dumps, objects. */
@NullMarked
package io.stepprofiler.mxnet;

import org.jspecify.annotations.NullMarked;
