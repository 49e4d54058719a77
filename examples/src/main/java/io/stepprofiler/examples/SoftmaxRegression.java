package io.stepprofiler.examples;

import java.util.Arrays;
import java.util.List;

/**
 * The smallest model that learns digits: one linear layer and a softmax, in plain Java arrays.
 *
 * <p>Forward and gradient only read the weights, so several threads may compute them at once, as long as no thread
 * updates the weights.
 */
final class SoftmaxRegression {
    private static final int INPUTS = Digits.PIXELS;
    private static final int CLASSES = Digits.CLASSES;

    /** One row per class: a weight for each pixel, then the bias. All are zero at first, so nothing needs a seed. */
    private final double[] weights = new double[CLASSES * (INPUTS + 1)];

    /** Probabilities of the classes, one row per image. */
    double[][] forward(Digits batch) {
        double[][] probabilities = new double[batch.size()][];
        for (int i = 0; i < batch.size(); i++) {
            probabilities[i] = softmax(logits(batch, i));
        }
        return probabilities;
    }

    private double[] logits(Digits batch, int image) {
        double[] logits = new double[CLASSES];
        for (int c = 0; c < CLASSES; c++) {
            int row = c * (INPUTS + 1);
            double sum = weights[row + INPUTS];
            for (int pixel = 0; pixel < INPUTS; pixel++) {
                sum += weights[row + pixel] * batch.pixel(image, pixel);
            }
            logits[c] = sum;
        }
        return logits;
    }

    private static double[] softmax(double[] logits) {
        // Subtract the greatest first: a confident model would overflow exp().
        double max = Arrays.stream(logits).max().orElseThrow();
        double[] exps = Arrays.stream(logits).map(x -> Math.exp(x - max)).toArray();
        double sum = Arrays.stream(exps).sum();
        return Arrays.stream(exps).map(x -> x / sum).toArray();
    }

    /** Mean cross-entropy of the predicted probabilities. */
    static double loss(Digits batch, double[][] probabilities) {
        double sum = 0;
        for (int i = 0; i < batch.size(); i++) {
            sum -= Math.log(probabilities[i][batch.label(i)]);
        }
        return sum / batch.size();
    }

    /** Derivatives of {@link #loss} by the weights. */
    static double[] gradient(Digits batch, double[][] probabilities) {
        double[] gradient = new double[CLASSES * (INPUTS + 1)];
        for (int i = 0; i < batch.size(); i++) {
            for (int c = 0; c < CLASSES; c++) {
                int row = c * (INPUTS + 1);
                double error = (probabilities[i][c] - (batch.label(i) == c ? 1 : 0)) / batch.size();
                for (int pixel = 0; pixel < INPUTS; pixel++) {
                    gradient[row + pixel] += error * batch.pixel(i, pixel);
                }
                gradient[row + INPUTS] += error;
            }
        }
        return gradient;
    }

    /** The mean of gradients of equally large batches, which is the gradient of those batches together. */
    static double[] mean(List<double[]> gradients) {
        double[] mean = new double[CLASSES * (INPUTS + 1)];
        for (double[] gradient : gradients) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += gradient[i] / gradients.size();
            }
        }
        return mean;
    }

    /** Moves every weight against its gradient. */
    void update(double[] gradient, double learningRate) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] -= learningRate * gradient[i];
        }
    }

    /** Share of the digits for which the correct class has the greatest probability. */
    double accuracy(Digits digits) {
        int right = 0;
        for (int i = 0; i < digits.size(); i++) {
            double[] logits = logits(digits, i);
            int best = 0;
            for (int c = 1; c < CLASSES; c++) {
                best = logits[c] > logits[best] ? c : best;
            }
            right += best == digits.label(i) ? 1 : 0;
        }
        return (double) right / digits.size();
    }
}
