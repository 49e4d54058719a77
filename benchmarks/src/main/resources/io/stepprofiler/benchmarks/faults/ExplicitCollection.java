import java.util.ArrayList;
import java.util.List;

/** Each tenth step calls the garbage collector. */
public final class ExplicitCollection {
    static final Network NETWORK = new Network();
    static final List<byte[][]> DATA = new ArrayList<>();
    static int steps;

    static void tidy() {
        System.gc();
    }

    static double step(float[][] rows) {
        double loss = NETWORK.train(rows);
        if (++steps % 10 == 0) {
            tidy();
        }
        return loss;
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 200; i++) {
            DATA.add(new byte[1000][1000]);
        }
        Loop.run(arguments, ExplicitCollection::step);
    }
}
