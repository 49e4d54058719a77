import java.util.List;
import java.util.stream.IntStream;

/** A parallel stream that sleeps occupies the common pool, in which the step runs one, too. */
public final class StarvedStream {
    static final Network NETWORK = new Network();
    static double sink;

    static void scale(float[][] rows) {
        IntStream.range(0, rows.length).parallel().forEach(n -> scale(rows[n]));
    }

    static void scale(float[] row) {
        double sum = 0;
        for (int k = 0; k < 30; k++) {
            for (float value : row) {
                sum += Math.sqrt(value + k);
            }
        }
        sink = sum;
    }

    static void pause(int item) {
        try {
            Thread.sleep(15);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void load() {
        while (true) {
            List.of(1, 2, 3, 4).parallelStream().forEach(StarvedStream::pause);
        }
    }

    static double step(float[][] rows) {
        scale(rows);
        return NETWORK.train(rows);
    }

    public static void main(String[] arguments) throws Exception {
        Loop.daemon("loader", StarvedStream::load);
        Loop.run(arguments, StarvedStream::step);
    }
}
