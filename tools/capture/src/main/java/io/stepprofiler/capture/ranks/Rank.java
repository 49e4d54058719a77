package io.stepprofiler.capture.ranks;

import io.stepprofiler.capture.client.ClientOptions;

/**
 * A process of a distributed training.
 *
 * @param host name or address of its machine
 * @param port port of its server
 * @param options options of the connection
 */
public record Rank(String host, int port, ClientOptions options) {
    /** {@return host and port} */
    public String address() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
