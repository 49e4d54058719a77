package io.stepprofiler.capture.guard;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Grpc;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** The client of a call. */
public final class Caller {
    static final Context.Key<SocketAddress> ADDRESS = Context.key("caller");

    private Caller() {}

    /** {@return the address of the client of the current thread's call, such as {@code 127.0.0.1:50712}} */
    public static String current() {
        return text(ADDRESS.get());
    }

    static String text(@Nullable SocketAddress address) {
        if (address instanceof InetSocketAddress socket && socket.getAddress() != null) {
            String host = socket.getAddress().getHostAddress();
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + socket.getPort();
        }
        return "an unknown address";
    }

    static @Nullable SocketAddress address(Attributes transport) {
        return transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    }
}
