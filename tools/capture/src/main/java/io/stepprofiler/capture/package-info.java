/**
 * The server of a training job, through which clients on the machine watch the job and capture steps.
 *
 * <p>{@link io.stepprofiler.capture.ProfilerServer} answers clients of TensorBoard, TensorFlow and JAX, and, by a
 * service of its own, {@code stepprof} and other clients; {@link io.stepprofiler.capture.ServerOptions} controls
 * access, and limits the work.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.capture;

import org.jspecify.annotations.NullMarked;
