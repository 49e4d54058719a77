package io.stepprofiler.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import org.junit.jupiter.api.Test;

class OrderedStepsTest {
    private final TraceBuilder trace = new TraceBuilder();

    @Test
    void indexAt_startAndEndOfAStep_hasTheStartInside() {
        trace.step(new StepMark(0, 10, 10, 1, false));
        trace.step(new StepMark(1, 20, 10, 1, false));
        OrderedSteps steps = new OrderedSteps(trace.build());

        assertThat(steps.indexAt(9)).isEqualTo(OrderedSteps.NONE);
        assertThat(steps.indexAt(10)).isZero();
        assertThat(steps.indexAt(20)).isEqualTo(1);
        assertThat(steps.indexAt(30)).isEqualTo(OrderedSteps.NONE);
    }

    @Test
    void indexAt_stepsOfTwoThreadsThatOverlap_isTheOpenOneThatBeganLast() {
        trace.step(new StepMark(0, 0, 100, 1, false));
        trace.step(new StepMark(0, 10, 20, 2, false));
        OrderedSteps steps = new OrderedSteps(trace.build());

        assertThat(steps.indexAt(15)).isEqualTo(1);
        assertThat(steps.indexAt(50)).isZero();
    }
}
