package io.stepprofiler.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Two threads with steps of one number each: one of steps of 10 ms, one of 30 ms that begins later and ends with the
 * window.
 */
class StepsOfTwoThreadsTest {
    private static final long MILLI = 1_000_000;
    private static final int STEPS = 40;
    private static final long SHORT = 10 * MILLI;
    private static final long LONG = 30 * MILLI;

    private final Trace trace = trace();

    private static Trace trace() {
        long end = STEPS * LONG + STEPS / 2 * SHORT;
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 0), new ClockAnchor(end, end));
        builder.thread(1, "short");
        builder.thread(2, "long");
        Stream.concat(marks(1, 0, SHORT), marks(2, STEPS / 2 * SHORT, LONG))
                .sorted(StepMark.PARENTS_FIRST)
                .forEach(builder::step);
        return builder.build();
    }

    private static Stream<StepMark> marks(long thread, long from, long nanos) {
        return Stream.iterate(1L, number -> number <= STEPS, number -> number + 1)
                .map(number -> new StepMark(number, from + (number - 1) * nanos, nanos, thread, false));
    }

    @Test
    void steps_ofBothThreads_areNeitherSlowNorATrend() {
        assertThat(WindowFacts.of(trace).slowSteps()).isEmpty();
        assertThat(window().diagnosis().findings())
                .extracting(Finding::rule)
                .doesNotContain("slow-steps", "steps-get-slower", "not-warmed-up");
    }

    @Test
    void report_listsTheStepsOfAThreadAfterThoseOfTheOther() {
        List<Long> both = Stream.concat(
                        Collections.nCopies(STEPS, SHORT).stream(), Collections.nCopies(STEPS, LONG).stream())
                .toList();
        assertThat(window().steps().durationNanos()).isEqualTo(both);
        assertThat(window().metrics())
                .filteredOn(metric -> metric.id().equals("step.period"))
                .extracting(Metric::value)
                .containsExactly((double) SHORT);
    }

    @Test
    void ledger_ofTheTrace_hasTheStepsOfTheFirstThread() {
        StepLedger ledger = TraceLedger.of(new WindowAnalysis(trace), TraceRun.of(trace));
        assertThat(ledger.size()).isEqualTo(STEPS);
        assertThat(ledger.durationNanos(0)).isEqualTo(SHORT);
    }

    private WindowReport window() {
        return StepReport.of(trace).windows().get(0);
    }
}
