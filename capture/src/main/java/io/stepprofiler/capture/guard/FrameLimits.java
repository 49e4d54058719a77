package io.stepprofiler.capture.guard;

import java.time.Duration;

/**
 * How much a connection may send.
 *
 * @param maxHeaderBytes most bytes of the headers of a call, as they are sent
 * @param maxCallsPerSecond most calls in a second, and most cancellations
 * @param maxConnections most connections at a time
 * @param requestTime within which a connection says that it speaks HTTP/2
 */
public record FrameLimits(int maxHeaderBytes, int maxCallsPerSecond, int maxConnections, Duration requestTime) {}
