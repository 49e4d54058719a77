package io.stepprofiler.capture;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** The addresses on which a server listens. */
final class Addresses {
    private static final byte[] LOOPBACK_4 = {127, 0, 0, 1};
    private static final byte[] LOOPBACK_6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private Addresses() {}

    /**
     * {@return the addresses to listen on, first the address to announce}
     *
     * @throws IOException if the host is unknown
     * @throws IllegalArgumentException if other machines could use the server without authentication
     */
    static List<InetAddress> of(ServerOptions options) throws IOException {
        if (options.host.isEmpty()) {
            return loopbacks();
        }
        String host = options.host.get();
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("host = " + host + " is unknown", e);
        }
        // Q3: TLS alone admits no client, since a certificate identifies the server only.
        if (!address.isLoopbackAddress() && options.tokenFile.isEmpty() && options.clients.isEmpty()) {
            throw new IllegalArgumentException("host = " + host
                    + " is not allowed: other machines could use the server; give it a tokenFile, or a certificate and"
                    + " client certificates");
        }
        return List.of(address);
    }

    private static List<InetAddress> loopbacks() throws UnknownHostException {
        List<InetAddress> found = new ArrayList<>();
        found.add(InetAddress.getByAddress("localhost", LOOPBACK_4));
        InetAddress six = InetAddress.getByAddress("localhost", LOOPBACK_6);
        if (isHere(six)) {
            found.add(six);
        }
        return found;
    }

    private static boolean isHere(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }
}
