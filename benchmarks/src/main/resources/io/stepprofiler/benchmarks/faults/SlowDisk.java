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

/** The loader reads 32 MiB a batch from a disk, past the page cache, in as many records as the second argument says. */
public final class SlowDisk {
    static final Network NETWORK = new Network();
    static final int BATCH_BYTES = 32 << 20;
    static final BlockingQueue<float[][]> QUEUE = new ArrayBlockingQueue<>(4);

    static float[][] readBatch(FileChannel file, Random random, ByteBuffer buffer, int records) throws IOException {
        float[][] rows = Network.rows(random);
        for (int i = 0; i < records; i++) {
            buffer.clear();
            file.read(buffer, (long) random.nextInt(32) << 20);
            rows[0][i] = buffer.get(17);
        }
        return rows;
    }

    static void load(Path path, int records) {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            Random random = new Random(1);
            int bytes = BATCH_BYTES / records;
            ByteBuffer buffer = ByteBuffer.allocateDirect(bytes + 8192).alignedSlice(4096).limit(bytes).slice();
            while (true) {
                QUEUE.put(readBatch(file, random, buffer, records));
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
        Files.write(data, new byte[64 << 20]);
        int records = Integer.parseInt(arguments[1]);
        Loop.daemon("loader", () -> load(data, records));
        Loop.run(arguments, SlowDisk::step);
    }
}
