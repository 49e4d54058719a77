package io.stepprofiler.examples;

import io.stepprofiler.Communication;
import io.stepprofiler.Scope;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * Means of the vectors of all ranks over loopback sockets: rank 0 adds up the vectors of the others and sends them the
 * means. Each call is marked as a collective, so that the step ledger has its arrival and its end.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class StarAllReduce implements AutoCloseable {
    private static final Communication ALL_REDUCE = Communication.of("gloo", Collective.ALL_REDUCE);
    private static final int PATIENCE_MILLIS = 120_000;

    /** Connections to the other ranks, or to rank 0 only. */
    private final Socket[] links;

    private final boolean isRoot;
    private final int ranks;

    private StarAllReduce(Socket[] links, boolean isRoot, int ranks) throws IOException {
        this.links = links;
        this.isRoot = isRoot;
        this.ranks = ranks;
        for (Socket link : links) {
            link.setTcpNoDelay(true);
            // A rank that hangs must not stop the others for ever.
            link.setSoTimeout(PATIENCE_MILLIS);
        }
    }

    /** A server on any free port of the loopback interface, for the ranks above 0. */
    static ServerSocket listen(int ranks) throws IOException {
        ServerSocket server = new ServerSocket(0, ranks, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENCE_MILLIS);
        return server;
    }

    /** Rank 0, which waits until all others have connected. */
    static StarAllReduce root(ServerSocket server, int ranks) throws IOException {
        Socket[] links = new Socket[ranks - 1];
        for (int i = 0; i < links.length; i++) {
            links[i] = server.accept();
        }
        return new StarAllReduce(links, true, ranks);
    }

    /** Another rank. */
    static StarAllReduce leaf(int port, int ranks) throws IOException {
        return new StarAllReduce(new Socket[] {new Socket(InetAddress.getLoopbackAddress(), port)}, false, ranks);
    }

    /** Replaces a vector by the mean over all ranks. */
    void mean(float[] vector) throws IOException {
        try (Scope ignored = ALL_REDUCE.open(vector.length, ElementType.FLOAT)) {
            if (isRoot) {
                for (Socket link : links) {
                    float[] other = receive(link, vector.length);
                    for (int i = 0; i < vector.length; i++) {
                        vector[i] += other[i];
                    }
                }
                for (int i = 0; i < vector.length; i++) {
                    vector[i] /= ranks;
                }
                for (Socket link : links) {
                    send(link, vector);
                }
            } else {
                send(links[0], vector);
                System.arraycopy(receive(links[0], vector.length), 0, vector, 0, vector.length);
            }
        }
    }

    private static void send(Socket link, float[] vector) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES);
        bytes.asFloatBuffer().put(vector);
        new DataOutputStream(link.getOutputStream()).write(bytes.array());
    }

    private static float[] receive(Socket link, int length) throws IOException {
        byte[] bytes = new byte[length * Float.BYTES];
        new DataInputStream(link.getInputStream()).readFully(bytes);
        float[] vector = new float[length];
        ByteBuffer.wrap(bytes).asFloatBuffer().get(vector);
        return vector;
    }

    @Override
    public void close() throws IOException {
        for (Socket link : links) {
            link.close();
        }
    }
}
