package io.stepprofiler.recipes;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import java.util.Arrays;
import java.util.stream.IntStream;
import smile.base.mlp.Layer;
import smile.base.mlp.OutputFunction;
import smile.classification.MLP;
import smile.math.TimeFunction;

/** Small network: a step is a minibatch. */
@SuppressWarnings("try") // A scope variable is there to be closed.
final class SmileRecipe implements Recipe {
    private static final int EPOCHS = 20;
    private static final int BATCH = 100;

    @Override
    public double[] train(Profile profile) {
        float[][] points = Recipe.points(2000, 2);
        int[] labels = Arrays.stream(points).mapToInt(Recipe::label).toArray();
        double[][] values = Arrays.stream(points)
                .map(point -> new double[] {point[0], point[1]})
                .toArray(double[][]::new);
        MLP model = new MLP(Layer.input(2), Layer.tanh(16), Layer.mle(1, OutputFunction.SIGMOID));
        model.setLearningRate(TimeFunction.constant(0.1));
        double before = errors(model, values, labels);
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            for (int first = 0; first < values.length; first += BATCH) {
                double[][] batch = Arrays.copyOfRange(values, first, first + BATCH);
                int[] expected = Arrays.copyOfRange(labels, first, first + BATCH);
                try (Scope ignored = Scope.open("update")) {
                    model.update(batch, expected);
                }
                profile.step();
            }
        }
        return new double[] {before, errors(model, values, labels)};
    }

    private static double errors(MLP model, double[][] values, int[] labels) {
        return IntStream.range(0, labels.length)
                        .filter(i -> model.predict(values[i]) != labels[i])
                        .count()
                / (double) labels.length;
    }
}
