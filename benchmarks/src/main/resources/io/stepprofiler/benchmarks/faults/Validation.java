import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Each 20th step validates, on the same thread. */
public final class Validation {
    static final Network NETWORK = new Network();
    static final List<float[][]> SET = new ArrayList<>();
    static int steps;

    static double validate() {
        double loss = 0;
        for (float[][] rows : SET) {
            NETWORK.forward(rows);
            loss += NETWORK.loss();
        }
        return loss;
    }

    static double step(float[][] rows) {
        double loss = NETWORK.train(rows);
        if (++steps % 20 == 0) {
            validate();
        }
        return loss;
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 40; i++) {
            SET.add(Network.rows(new Random(i)));
        }
        Loop.run(arguments, Validation::step);
    }
}
