package io.stepprofiler.capture.client;

import java.nio.file.Path;

/**
 * A profile that a {@link ProfileCollector} has got.
 *
 * @param file the file, {@code <log directory>/plugins/profile/<session>/<host>.xplane.pb}
 * @param bytes its length
 * @param byServer whether the server has written it, which is what JAX's does; else the client has
 */
public record CollectedProfile(Path file, long bytes, boolean byServer) {}
