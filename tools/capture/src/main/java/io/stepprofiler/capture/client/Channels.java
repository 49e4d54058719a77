package io.stepprofiler.capture.client;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Connections to servers. */
final class Channels {
    private static final int MOST_BYTES = 4 << 20;
    /** Time without data before a keep-alive ping; active servers send several messages a second. */
    private static final long QUIET_SECONDS = 60;

    private Channels() {}

    /** Opens a connection to a Step Profiler server. */
    static ManagedChannel open(String host, int port, ClientOptions options) throws IOException {
        return to(host, port, options)
                .maxInboundMessageSize(MOST_BYTES)
                .keepAliveTime(QUIET_SECONDS, TimeUnit.SECONDS)
                .build();
    }

    /** Opens a connection to any server, without keep-alive pings, on which other servers close the connection. */
    static ManagedChannel open(String host, int port, ClientOptions options, int mostBytes) throws IOException {
        return to(host, port, options).maxInboundMessageSize(mostBytes).build();
    }

    private static OkHttpChannelBuilder to(String host, int port, ClientOptions options) throws IOException {
        ChannelCredentials credentials = options.certificate().isEmpty()
                ? InsecureChannelCredentials.create()
                : TlsChannelCredentials.newBuilder()
                        .trustManager(options.certificate().get().toFile())
                        .build();
        return OkHttpChannelBuilder.forAddress(host, port, credentials);
    }

    static String address(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
