package io.stepprofiler.examples;

import io.stepprofiler.Communication;
import io.stepprofiler.Scope;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * Means of the vectors of all ranks over loopback sockets: a hub adds them up and sends back the means. Each call is marked
 * as a collective, so that the step ledger has its arrival and its end.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class StarAllReduce implements AutoCloseable {
    private static final Communication ALL_REDUCE = Communication.of("gloo", Collective.ALL_REDUCE);
    private static final int PATIENCE_MILLIS = 120_000;

    private final Socket hub;

    private StarAllReduce(Socket hub) throws IOException {
        this.hub = hub;
        prepare(hub);
    }

    private static void prepare(Socket link) throws IOException {
        link.setTcpNoDelay(true);
        // A rank that hangs must not stop the others for ever.
        link.setSoTimeout(PATIENCE_MILLIS);
    }

    /** A server on any free port of the loopback interface, for the ranks. */
    static ServerSocket listen(int ranks) throws IOException {
        ServerSocket server = new ServerSocket(0, ranks, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENCE_MILLIS);
        return server;
    }

    /** A rank. */
    static StarAllReduce connect(int port) throws IOException {
        return new StarAllReduce(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Works as the hub until a rank closes its connection; returns the last means. */
    static float[] serve(ServerSocket server, int ranks) throws IOException {
        Socket[] links = new Socket[ranks];
        float[] mean = {};
        try {
            for (int i = 0; i < ranks; i++) {
                links[i] = server.accept();
                prepare(links[i]);
            }
            while (true) {
                float[] sum = receive(links[0]);
                for (int i = 1; i < ranks; i++) {
                    float[] other = receive(links[i]);
                    for (int at = 0; at < sum.length; at++) {
                        sum[at] += other[at];
                    }
                }
                for (int at = 0; at < sum.length; at++) {
                    sum[at] /= ranks;
                }
                for (Socket link : links) {
                    send(link, sum);
                }
                mean = sum;
            }
        } catch (EOFException e) {
            return mean;
        } finally {
            for (Socket link : links) {
                if (link != null) {
                    link.close();
                }
            }
        }
    }

    /** Replaces a vector by the mean over all ranks. */
    void mean(float[] vector) throws IOException {
        try (Scope ignored = ALL_REDUCE.open(vector.length, ElementType.FLOAT)) {
            send(hub, vector);
            float[] mean = receive(hub);
            System.arraycopy(mean, 0, vector, 0, vector.length);
        }
    }

    private static void send(Socket link, float[] vector) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + vector.length * Float.BYTES);
        bytes.putInt(vector.length).asFloatBuffer().put(vector);
        link.getOutputStream().write(bytes.array());
    }

    private static float[] receive(Socket link) throws IOException {
        DataInputStream in = new DataInputStream(link.getInputStream());
        byte[] bytes = new byte[in.readInt() * Float.BYTES];
        in.readFully(bytes);
        float[] vector = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).asFloatBuffer().get(vector);
        return vector;
    }

    @Override
    public void close() throws IOException {
        hub.close();
    }
}
