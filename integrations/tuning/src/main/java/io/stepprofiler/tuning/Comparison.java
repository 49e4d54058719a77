package io.stepprofiler.tuning;

import io.stepprofiler.analysis.statistics.TrimmedInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Finds the fastest variant, and the intervals for the differences of the others from it. */
final class Comparison {
    private final List<VariantTimes> variants;
    private final CallTimes times;
    private final double confidence;

    Comparison(List<VariantTimes> variants, CallTimes times, double confidence) {
        this.variants = variants;
        this.times = times;
        this.confidence = confidence;
    }

    /** Index of the variant with the smallest mean, the first of equal ones. */
    int fastest() {
        return IntStream.range(0, variants.size())
                .boxed()
                .min(Comparator.comparingDouble(i -> variants.get(i).meanNanos()))
                .orElseThrow();
    }

    List<Difference> differences() {
        int fastest = fastest();
        double ofEach = confidenceOfEach();
        List<Difference> differences = new ArrayList<>();
        for (int i = 0; i < variants.size(); i++) {
            if (i != fastest && variants.get(i).isMeasured()) {
                differences.add(difference(i, times.differences(i, fastest), ofEach));
            }
        }
        return differences;
    }

    private Difference difference(int variant, double[] paired, double ofEach) {
        String id = variants.get(variant).id();
        if (paired.length < TrimmedInterval.LEAST) {
            return new Difference(id, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        TrimmedInterval interval = TrimmedInterval.of(paired, ofEach);
        return new Difference(id, interval.mean(), interval.low(), interval.high());
    }

    /** Corrects for all pairs, because the fastest is found by the same times, so any pair might have been compared. */
    private double confidenceOfEach() {
        long measured = variants.stream().filter(VariantTimes::isMeasured).count();
        return 1 - (1 - confidence) / Math.max(1, measured * (measured - 1) / 2);
    }
}
