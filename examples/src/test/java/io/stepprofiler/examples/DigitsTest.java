package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DigitsTest {
    private static final Digits ALL = Digits.load();

    @Test
    void load_always_readsEveryDigitScaledToOne() {
        assertThat(ALL.size()).isEqualTo(1797);
        // Published class counts of the data set, from 0 to 9.
        long[] counts = IntStream.range(0, Digits.CLASSES)
                .mapToLong(digit ->
                        Arrays.stream(ALL.labels()).filter(l -> l == digit).count())
                .toArray();
        assertThat(counts).isEqualTo(new long[] {178, 182, 177, 183, 181, 182, 181, 179, 174, 180});
        assertThat(ALL.label(0)).isEqualTo(0);
        assertThat(ALL.pixel(0, 2)).isEqualTo(5 / 16f);
        float[] pixels = ALL.pixels();
        assertThat(min(pixels)).isEqualTo(0);
        assertThat(max(pixels)).isEqualTo(1);
    }

    @Test
    void split_sameSeed_givesTheSameParts() {
        Digits.Split first = ALL.split(360, 7);
        Digits.Split second = ALL.split(360, 7);
        assertThat(second.train().pixels()).isEqualTo(first.train().pixels());
        assertThat(second.test().labels()).isEqualTo(first.test().labels());
    }

    @Test
    void split_otherSeed_givesOtherParts() {
        assertThat(ALL.split(360, 8).test().labels())
                .isNotEqualTo(ALL.split(360, 7).test().labels());
    }

    @Test
    void split_anySeed_losesNoDigit() {
        Digits.Split split = ALL.split(360, 7);
        assertThat(split.test().size()).isEqualTo(360);
        assertThat(split.train().size()).isEqualTo(1797 - 360);
        double sum = sum(split.train().pixels()) + sum(split.test().pixels());
        assertThat(sum).isEqualTo(sum(ALL.pixels()));
    }

    @Test
    void batch_pastTheEnd_startsOver() {
        Digits batch = ALL.batch(1, 1796);
        assertThat(batch.size()).isEqualTo(1796);
        assertThat(batch.label(0)).isEqualTo(ALL.label(1796));
        assertThat(batch.label(1)).isEqualTo(ALL.label(0));
    }

    @Test
    void batch_lateStep_doesNotOverflow() {
        assertThat(ALL.batch(Integer.MAX_VALUE, 64).size()).isEqualTo(64);
    }

    @Test
    void shard_allShards_makeUpTheBatch() {
        Digits batch = ALL.batch(3, 32);
        int[] labels = IntStream.range(0, 4)
                .mapToObj(i -> batch.shard(i, 4))
                .flatMapToInt(shard -> Arrays.stream(shard.labels()))
                .toArray();
        assertThat(labels).isEqualTo(batch.labels());
    }

    @Test
    void withNoise_always_keepsLabelsAndLeavesTheOriginalAlone() {
        Digits batch = ALL.batch(0, 32);
        float[] before = batch.pixels();
        Digits noisy = batch.withNoise(0.1f, new Random(1));
        assertThat(batch.pixels()).isEqualTo(before);
        assertThat(noisy.labels()).isEqualTo(batch.labels());
        assertThat(noisy.pixels()).isNotEqualTo(before);
        assertThat(max(noisy.pixels())).isGreaterThan(1);
    }

    private static double sum(float[] values) {
        // Pixels are sixteenths, so their sums are exact whatever the order.
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]).sum();
    }

    private static double min(float[] values) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[i])
                .min()
                .orElseThrow();
    }

    private static double max(float[] values) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[i])
                .max()
                .orElseThrow();
    }
}
