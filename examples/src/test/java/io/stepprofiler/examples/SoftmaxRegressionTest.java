package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoftmaxRegressionTest {
    private final Digits batch = Digits.load().batch(0, 32);
    private final SoftmaxRegression model = new SoftmaxRegression();

    @Test
    void forward_untrained_findsAllClassesEquallyLikely() {
        double[][] probabilities = model.forward(batch);
        for (double[] row : probabilities) {
            assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(1e-12));
            assertThat(row[3]).isCloseTo(0.1, within(1e-12));
        }
        assertThat(SoftmaxRegression.loss(batch, probabilities)).isCloseTo(Math.log(Digits.CLASSES), within(1e-12));
    }

    @Test
    void gradient_anyWeight_agreesWithFiniteDifferences() {
        // Not at zero weights, where mistakes in the softmax could hide.
        model.update(gradient(batch), 0.5);
        double[] gradient = gradient(batch);
        double epsilon = 1e-5;
        for (int weight = 0; weight < gradient.length; weight += 7) {
            double[] nudge = new double[gradient.length];
            nudge[weight] = epsilon;
            model.update(nudge, -1);
            double above = loss();
            model.update(nudge, 2);
            double below = loss();
            model.update(nudge, -1);
            assertThat(gradient[weight])
                    .as("weight " + weight)
                    .isCloseTo((above - below) / (2 * epsilon), within(1e-8));
        }
    }

    @Test
    void mean_gradientsOfEqualShards_isTheGradientOfTheBatch() {
        List<double[]> shards =
                IntStream.range(0, 4).mapToObj(i -> gradient(batch.shard(i, 4))).toList();
        assertThat(SoftmaxRegression.mean(shards)).containsExactly(gradient(batch), within(1e-12));
    }

    @Test
    void update_againstTheGradient_lowersTheLoss() {
        double before = loss();
        model.update(gradient(batch), 0.1);
        assertThat(loss()).isLessThan(before);
    }

    @Test
    void forward_hugeWeights_doesNotOverflow() {
        model.update(gradient(batch), 1e6);
        for (double[] row : model.forward(batch)) {
            assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(1e-12));
        }
    }

    private double[] gradient(Digits digits) {
        return SoftmaxRegression.gradient(digits, model.forward(digits));
    }

    private double loss() {
        return SoftmaxRegression.loss(batch, model.forward(batch));
    }
}
