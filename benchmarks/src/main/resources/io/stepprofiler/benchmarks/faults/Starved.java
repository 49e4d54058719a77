import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** Tasks that sleep occupy the common pool, in which the step computes two halves. */
public final class Starved {
    static final Network NETWORK = new Network();
    static final Semaphore ROOM = new Semaphore(4);

    static float[][] fetch() {
        try {
            Thread.sleep(40);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Network.rows(new Random(2));
    }

    static void prefetch() {
        try {
            while (true) {
                ROOM.acquire();
                Thread.sleep(22);
                CompletableFuture.supplyAsync(Starved::fetch).thenAccept(rows -> ROOM.release());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static double half(float[][] rows, int from) {
        double sum = 0;
        for (int n = from; n < from + Network.ROWS / 2; n++) {
            for (float value : rows[n]) {
                sum += Math.sqrt(value);
            }
        }
        return sum;
    }

    static double step(float[][] rows) {
        CompletableFuture<Double> left = CompletableFuture.supplyAsync(() -> half(rows, 0));
        CompletableFuture<Double> right = CompletableFuture.supplyAsync(() -> half(rows, Network.ROWS / 2));
        return 0 * (left.join() + right.join()) + NETWORK.train(rows);
    }

    public static void main(String[] arguments) throws Exception {
        Loop.daemon("prefetch", Starved::prefetch);
        Loop.run(arguments, Starved::step);
    }
}
