package io.stepprofiler.examples;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * Set of hand-written digits: grey images of 8×8 pixels between 0 and 1, with their labels.
 *
 * <p>Immutable; a batch, the training part and the test part are smaller sets of the same kind. The data come with the
 * examples, see {@code digits-ATTRIBUTION.txt}.
 */
final class Digits {
    /** Width and height of an image. */
    static final int SIDE = 8;

    /** Pixels of an image. */
    static final int PIXELS = SIDE * SIDE;

    /** Number of different labels. */
    static final int CLASSES = 10;

    private static final String RESOURCE = "digits.csv.gz";
    private static final float MAX_INK = 16;

    private final float[][] images;
    private final int[] labels;

    private Digits(float[][] images, int[] labels) {
        this.images = images;
        this.labels = labels;
    }

    /** Digits for training, and digits for testing. */
    record Split(Digits train, Digits test) {}

    /** Reads all 1,797 digits. */
    static Digits load() {
        try (InputStream raw = Objects.requireNonNull(Digits.class.getResourceAsStream(RESOURCE), RESOURCE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(raw), US_ASCII))) {
            int[][] rows = lines.lines().map(Digits::parse).toArray(int[][]::new);
            float[][] images = new float[rows.length][PIXELS];
            int[] labels = new int[rows.length];
            for (int i = 0; i < rows.length; i++) {
                for (int pixel = 0; pixel < PIXELS; pixel++) {
                    images[i][pixel] = rows[i][pixel] / MAX_INK;
                }
                labels[i] = rows[i][PIXELS];
            }
            return new Digits(images, labels);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + RESOURCE, e);
        }
    }

    private static int[] parse(String line) {
        return Arrays.stream(line.split(",", -1)).mapToInt(Integer::parseInt).toArray();
    }

    /** Shuffles with the seed and keeps {@code testSize} digits aside. */
    Split split(int testSize, long seed) {
        List<Integer> order = IntStream.range(0, size()).boxed().collect(Collectors.toList());
        Collections.shuffle(order, new Random(seed));
        return new Split(select(i -> order.get(testSize + i), size() - testSize), select(i -> order.get(i), testSize));
    }

    /** The batch of this step: consecutive digits, starting over at the end of the set. */
    Digits batch(int step, int batchSize) {
        long start = (long) step * batchSize;
        return select(i -> (int) ((start + i) % size()), batchSize);
    }

    /** Part number {@code index} of {@code count} parts of equal size; a remainder is left out. */
    Digits shard(int index, int count) {
        int shardSize = size() / count;
        return select(i -> index * shardSize + i, shardSize);
    }

    /** A copy with every pixel moved by up to {@code amplitude}: a cheap way to have more training images. */
    Digits withNoise(float amplitude, Random random) {
        float[][] noisy = new float[size()][PIXELS];
        for (int i = 0; i < size(); i++) {
            for (int pixel = 0; pixel < PIXELS; pixel++) {
                noisy[i][pixel] = images[i][pixel] + amplitude * (2 * random.nextFloat() - 1);
            }
        }
        return new Digits(noisy, labels);
    }

    private Digits select(IntUnaryOperator index, int count) {
        int[] chosen = IntStream.range(0, count).map(index).toArray();
        return new Digits(
                Arrays.stream(chosen).mapToObj(i -> images[i]).toArray(float[][]::new),
                Arrays.stream(chosen).map(i -> labels[i]).toArray());
    }

    /** Number of digits in this set. */
    int size() {
        return labels.length;
    }

    /** One pixel of one image, counted row by row. */
    float pixel(int image, int pixel) {
        return images[image][pixel];
    }

    /** The digit one image shows. */
    int label(int image) {
        return labels[image];
    }

    /** A copy of all pixels, image after image: the memory layout of a tensor (size, 1, 8, 8). */
    float[] pixels() {
        float[] all = new float[size() * PIXELS];
        for (int i = 0; i < size(); i++) {
            System.arraycopy(images[i], 0, all, i * PIXELS, PIXELS);
        }
        return all;
    }

    /** A copy of all labels. */
    int[] labels() {
        return labels.clone();
    }
}
