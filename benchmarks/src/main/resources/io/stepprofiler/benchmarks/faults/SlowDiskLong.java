import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The loader reads one record of 32 MiB a batch from a disk, past the page cache. */
public final class SlowDiskLong {
    static final Network NETWORK = new Network();
    static final int READS = 1;
    static final int BYTES = 32 << 20;
    static final BlockingQueue<float[][]> QUEUE = new ArrayBlockingQueue<>(4);

    static float[][] readBatch(FileChannel file, Random random, ByteBuffer buffer) throws IOException {
        float[][] rows = Network.rows(random);
        for (int i = 0; i < READS; i++) {
            buffer.clear();
            file.read(buffer, (long) random.nextInt(32) << 20);
            rows[0][i] = buffer.get(17);
        }
        return rows;
    }

    static void load(Path path) {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            Random random = new Random(1);
            ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES + 8192).alignedSlice(4096).limit(BYTES).slice();
            while (true) {
                QUEUE.put(readBatch(file, random, buffer));
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

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    public static void main(String[] arguments) throws Exception {
        Path data = Files.createTempFile(Path.of("."), "data", ".bin");
        data.toFile().deleteOnExit();
        Files.write(data, new byte[64 << 20]);
        daemon("loader", () -> load(data));
        float[][] rows = Network.rows(new Random(1));
        double loss = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            loss = step(rows);
        }
        System.out.println("loss " + loss);
    }
}
