package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Samples of a window from 100 to 200 ns. */
class AllocationSamplesTest {
    private static final WindowEnds ENDS = new WindowEnds(100, 200);

    private final Set<Long> sampled = new HashSet<>();
    private final CountingSink sink = new CountingSink();

    private static AllocationSamples.Sample sample(long thread, long nanos, long weight) {
        return new AllocationSamples.Sample(new JavaThread(thread, "t" + thread, ""), nanos, weight, List.of());
    }

    private List<Long> weights(AllocationSamples.Sample... samples) {
        AllocationSamples all = new AllocationSamples();
        List.of(samples).forEach(all::add);
        all.addTo(sink, ENDS, sampled);
        return sink.weights;
    }

    @Test
    void addTo_firstSampleOfAThread_weighsTheMedianOfTheOthers() {
        assertThat(weights(
                        sample(1, 110, 698_015_752),
                        sample(1, 120, 10),
                        sample(1, 130, 30),
                        sample(1, 140, 20),
                        sample(2, 150, 500_000_000)))
                .containsExactly(20L, 10L, 30L, 20L, 20L);
    }

    @Test
    void addTo_samplesInAnyOrder_areSortedByTime() {
        assertThat(weights(sample(1, 130, 30), sample(1, 120, 7), sample(1, 110, 1000)))
                .containsExactly(7L, 7L, 30L);
    }

    @Test
    void addTo_firstSampleBelowTheMedian_keepsItsWeight() {
        assertThat(weights(sample(1, 110, 3), sample(1, 120, 10))).containsExactly(3L, 10L);
    }

    @Test
    void addTo_onlySampleOfAThread_weighsNothing() {
        assertThat(weights(sample(1, 110, 1000))).containsExactly(0L);
    }

    @Test
    void addTo_threadSampledBeforeTheWindow_keepsAllWeightsInIt() {
        assertThat(weights(sample(1, 90, 1000), sample(1, 110, 40), sample(1, 120, 10)))
                .containsExactly(40L, 10L);
    }

    @Test
    void addTo_laterPartOfAWindow_keepsTheWeightOfAKnownThread() {
        sampled.add(1L);
        assertThat(weights(sample(1, 110, 40), sample(1, 120, 10))).containsExactly(40L, 10L);
    }
}
