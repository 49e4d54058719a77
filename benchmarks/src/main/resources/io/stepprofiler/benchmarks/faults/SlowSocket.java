import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The loader reads each batch from a server on loopback that answers slowly. */
public final class SlowSocket {
    static final Network NETWORK = new Network();
    static final BlockingQueue<float[][]> QUEUE = new ArrayBlockingQueue<>(4);

    static float[][] receive(DataInputStream in) throws IOException {
        float[][] rows = Network.rows(new Random(1));
        byte[] bytes = in.readNBytes(4096);
        rows[0][0] = bytes[17];
        return rows;
    }

    static void load(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                QUEUE.put(receive(in));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            OutputStream out = socket.getOutputStream();
            while (true) {
                Thread.sleep(40);
                out.write(new byte[4096]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static double step(float[][] unused) throws Exception {
        return NETWORK.train(QUEUE.take());
    }

    public static void main(String[] arguments) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Loop.daemon("store", () -> serve(server));
        Loop.daemon("loader", () -> load(server.getLocalPort()));
        Loop.run(arguments, SlowSocket::step);
    }
}
