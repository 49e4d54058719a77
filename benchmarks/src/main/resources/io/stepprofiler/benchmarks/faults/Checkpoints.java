import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Each 25th step writes the weights to disk, number by number, on the thread of the step. */
public final class Checkpoints {
    static final Network NETWORK = new Network();
    static int steps;

    static void save(float[][] rows) throws IOException {
        Path file = Files.createTempFile("weights", ".bin");
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file.toFile()))) {
            for (float[] row : rows) {
                for (float value : row) {
                    out.writeFloat(value);
                }
            }
        } finally {
            Files.delete(file);
        }
    }

    static double step(float[][] rows) throws IOException {
        double loss = NETWORK.train(rows);
        if (++steps % 25 == 0) {
            save(rows);
        }
        return loss;
    }

    public static void main(String[] arguments) throws Exception {
        Loop.run(arguments, Checkpoints::step);
    }
}
