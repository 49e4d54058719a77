import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** One thread reads a file in large blocks, ahead of the steps and faster than they are; no fault. */
public final class CleanFile {
    static final int BYTES = Network.ROWS * Network.IN * Float.BYTES;
    static final Network NETWORK = new Network();
    static final BlockingQueue<float[][]> QUEUE = new ArrayBlockingQueue<>(8);

    static double step(float[][] unused) throws Exception {
        return NETWORK.train(QUEUE.take());
    }

    static float[][] decode(byte[] bytes) {
        float[][] rows = new float[Network.ROWS][Network.IN];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (float[] row : rows) {
            buffer.asFloatBuffer().get(row);
            buffer.position(buffer.position() + row.length * Float.BYTES);
        }
        return rows;
    }

    static void read(Path file) {
        byte[] bytes = new byte[BYTES];
        try {
            while (true) {
                try (DataInputStream in =
                        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BYTES))) {
                    for (long left = Files.size(file); left > 0; left -= BYTES) {
                        in.readFully(bytes);
                        QUEUE.put(decode(bytes));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] arguments) throws Exception {
        ByteBuffer batches = ByteBuffer.allocate(100 * BYTES);
        for (Random random = new Random(1); batches.hasRemaining(); ) {
            batches.putFloat(random.nextFloat());
        }
        Path file = Files.createTempFile("batches", ".bin");
        Files.write(file, batches.array());
        Loop.daemon("reader", () -> read(file));
        Loop.run(arguments, CleanFile::step);
        Files.delete(file);
    }
}
