import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The loader reads a file byte by byte, without a buffer. */
public final class ByteReads {
    static final Network NETWORK = new Network();
    static final BlockingQueue<float[][]> QUEUE = new ArrayBlockingQueue<>(4);

    static float[][] readBatch(InputStream in) throws IOException {
        float[][] rows = new float[Network.ROWS][Network.IN];
        for (float[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = in.read() / 255f;
            }
        }
        return rows;
    }

    static void load(Path data) {
        try {
            while (true) {
                try (InputStream in = new FileInputStream(data.toFile())) {
                    for (int i = 0; i < 20; i++) {
                        QUEUE.put(readBatch(in));
                    }
                }
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
        Path data = Files.createTempFile(Path.of("."), "data", ".bin");
        data.toFile().deleteOnExit();
        Files.write(data, new byte[1 << 20]);
        Loop.daemon("loader", () -> load(data));
        Loop.run(arguments, ByteReads::step);
    }
}
