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
    /** After so long without a byte a server is asked whether it is there; it answers several times a second. */
    private static final long QUIET_SECONDS = 60;

    private Channels() {}

    /** To a server of ours. */
    static ManagedChannel open(String host, int port, ClientOptions options) throws IOException {
        return to(host, port, options)
                .maxInboundMessageSize(MOST_BYTES)
                .keepAliveTime(QUIET_SECONDS, TimeUnit.SECONDS)
                .build();
    }

    /** To a server of anybody: others end a connection on which they are asked whether they are there. */
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
