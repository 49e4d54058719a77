package io.stepprofiler.averages;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;

/** The samples of a timeline. */
final class SampleInstants implements Instants {
    private final Timeline timeline;
    private final StackSamples samples;
    private final EventGroups groups;
    private final GroupSums sums;
    private int next;

    SampleInstants(Trace trace, Timeline timeline, EventGroups groups, GroupSums sums) {
        this.timeline = timeline;
        this.samples = trace.samples();
        this.groups = groups;
        this.sums = sums;
    }

    @Override
    public long nextNanos() {
        int[] indices = timeline.samples();
        return next < indices.length ? samples.nanos(indices[next]) : Long.MAX_VALUE;
    }

    @Override
    public void chargeNext(OpenEvents open) {
        int sample = timeline.samples()[next++];
        ChargedAmounts charges = samples.kind(sample) == SampleKind.ALLOCATION ? sums.javaAllocation : sums.sampled;
        if (open.depth() == 0) {
            int group = groups.ofLooseSample(timeline.track(), sample);
            sums.loose[group]++;
            sums.meet(group, samples.nanos(sample), 0);
            charges.charge(group, samples.weight(sample));
        } else {
            charges.charge(open, samples.nanos(sample) + 1, samples.weight(sample));
        }
    }
}
