package io.stepprofiler.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;

class FittingStepsTest {
    private static final long ENOUGH = 1L << 40;
    private static final long MEGABYTE = 1 << 20;

    /** Steps of 100 events. */
    private static Trace window(int steps) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 0; step < steps; step++) {
            long start = 10_000L * step;
            builder.step(new StepMark(step, start, 10_000, 1, false));
            for (int event = 0; event < 100; event++) {
                main.add(builder.nameId("forward"), start + 100L * event, 50);
            }
        }
        return builder.build();
    }

    @Test
    void report_ofAWindowThatFits_isOfAll() {
        Trace window = window(10);
        StepReport.Source source = FittingSteps.of(window, ENOUGH);
        assertThat(source.window().trace()).isSameAs(window);
        assertThat(source.missing()).isEmpty();
    }

    @Test
    void report_ofAWindowThatDoesNotFit_isOfItsLastStepsAndSaysWhatIsLeftOut() {
        StepReport.Source source = FittingSteps.of(window(1000), 8 * MEGABYTE);
        Trace fitting = source.window().trace();
        assertThat(fitting.steps()).hasSizeBetween(100, 130);
        assertThat(fitting.steps().get(fitting.steps().size() - 1).number()).isEqualTo(999);
        assertThat(fitting.eventCount()).isEqualTo(100L * fitting.steps().size());
        int kept = fitting.steps().size();
        assertThat(StepReport.window(source, RuleSet.all(), 1).account().missing())
                .singleElement()
                .asString()
                .startsWith("The report has only the last " + kept + " steps with " + fitting.eventCount()
                        + " events, of 1000 steps with 100000 events: of all, it may need ")
                .endsWith(" of heap, and is to take no more than 8.00 MiB");
    }

    @Test
    void report_ofAStepThatDoesNotFit_isRefusedWithItsNeed() {
        Trace window = window(3);
        assertThatThrownBy(() -> FittingSteps.of(window, 4 * MEGABYTE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("No report is made of 3 steps with 300 events: it may need 4.")
                .hasMessageEndingWith("of heap, and is to take no more than 4.00 MiB");
    }
}
