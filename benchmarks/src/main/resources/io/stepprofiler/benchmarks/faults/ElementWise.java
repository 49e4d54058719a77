import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.Trainer;

/** The accuracy is counted from single elements of native arrays. */
public final class ElementWise {
    static long right;

    static double step(Trainer trainer) {
        try (NDManager manager = trainer.getManager().newSubManager()) {
            return Perceptron.train(trainer, manager, 64, ElementWise::evaluate);
        }
    }

    static int argMax(NDArray output, int row) {
        int best = 0;
        for (int k = 1; k < 10; k++) {
            if (output.getFloat(row, k) > output.getFloat(row, best)) {
                best = k;
            }
        }
        return best;
    }

    static void evaluate(NDArray output, NDArray labels) {
        for (int n = 0; n < 64; n++) {
            if (argMax(output, n) == labels.getLong(n)) {
                right++;
            }
        }
    }

    public static void main(String[] arguments) {
        Perceptron.run(arguments, 64, ElementWise::step);
    }
}
