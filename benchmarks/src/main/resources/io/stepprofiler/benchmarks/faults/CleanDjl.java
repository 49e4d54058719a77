import ai.djl.ndarray.NDManager;
import ai.djl.training.Trainer;

/** A perceptron on DJL, with a manager of its own for each step; no fault. */
public final class CleanDjl {
    static double step(Trainer trainer) {
        try (NDManager manager = trainer.getManager().newSubManager()) {
            return Perceptron.train(trainer, manager, 128, (output, labels) -> {});
        }
    }

    public static void main(String[] arguments) {
        Perceptron.run(arguments, 128, CleanDjl::step);
    }
}
