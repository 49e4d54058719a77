import ai.djl.training.Trainer;

/** The arrays of a step stay in the manager of the trainer. */
public final class Leak {
    static double step(Trainer trainer) {
        return Perceptron.train(trainer, trainer.getManager(), 512, (output, labels) -> {});
    }

    public static void main(String[] arguments) {
        Perceptron.run(arguments, 512, Leak::step);
    }
}
