import java.util.Arrays;
import java.util.Random;

/** A perceptron with one hidden layer on batches of 32 rows of 784 values, in plain Java. */
final class Network {
    static final int IN = 784;
    static final int HIDDEN = 64;
    static final int OUT = 10;
    static final int ROWS = 32;

    private final float[] first = new float[IN * HIDDEN];
    private final float[] second = new float[HIDDEN * OUT];
    private final float[] firstGradient = new float[IN * HIDDEN];
    private final float[] secondGradient = new float[HIDDEN * OUT];
    private final float[][] hidden = new float[ROWS][HIDDEN];
    private final float[][] output = new float[ROWS][OUT];
    private final float[] error = new float[HIDDEN];

    Network() {
        Random random = new Random(1);
        for (int i = 0; i < first.length; i++) {
            first[i] = (float) random.nextGaussian() * 0.05f;
        }
        for (int i = 0; i < second.length; i++) {
            second[i] = (float) random.nextGaussian() * 0.1f;
        }
    }

    static float[][] rows(Random random) {
        float[][] rows = new float[ROWS][IN];
        for (float[] row : rows) {
            for (int i = 0; i < IN; i++) {
                row[i] = random.nextFloat();
            }
        }
        return rows;
    }

    static int label(int row) {
        return row % OUT;
    }

    /** One step of training; returns the loss. */
    double train(float[][] rows) {
        forward(rows);
        double loss = loss();
        backward(rows);
        update();
        return loss;
    }

    void forward(float[][] rows) {
        for (int n = 0; n < ROWS; n++) {
            for (int j = 0; j < HIDDEN; j++) {
                float sum = 0;
                for (int i = 0; i < IN; i++) {
                    sum += rows[n][i] * first[j * IN + i];
                }
                hidden[n][j] = Math.max(0, sum);
            }
            float all = 0;
            for (int k = 0; k < OUT; k++) {
                float sum = 0;
                for (int j = 0; j < HIDDEN; j++) {
                    sum += hidden[n][j] * second[k * HIDDEN + j];
                }
                output[n][k] = (float) Math.exp(Math.min(sum, 20));
                all += output[n][k];
            }
            for (int k = 0; k < OUT; k++) {
                output[n][k] /= all;
            }
        }
    }

    double loss() {
        double loss = 0;
        for (int n = 0; n < ROWS; n++) {
            loss -= Math.log(Math.max(1e-9, output[n][label(n)]));
        }
        return loss / ROWS;
    }

    void backward(float[][] rows) {
        Arrays.fill(firstGradient, 0);
        Arrays.fill(secondGradient, 0);
        for (int n = 0; n < ROWS; n++) {
            Arrays.fill(error, 0);
            for (int k = 0; k < OUT; k++) {
                float difference = output[n][k] - (label(n) == k ? 1 : 0);
                for (int j = 0; j < HIDDEN; j++) {
                    secondGradient[k * HIDDEN + j] += difference * hidden[n][j];
                    error[j] += difference * second[k * HIDDEN + j];
                }
            }
            for (int j = 0; j < HIDDEN; j++) {
                if (hidden[n][j] > 0) {
                    for (int i = 0; i < IN; i++) {
                        firstGradient[j * IN + i] += error[j] * rows[n][i];
                    }
                }
            }
        }
    }

    void update() {
        for (int i = 0; i < first.length; i++) {
            first[i] -= 0.003f * firstGradient[i];
        }
        for (int i = 0; i < second.length; i++) {
            second[i] -= 0.003f * secondGradient[i];
        }
    }
}
