package io.stepprofiler.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.Collections;
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
    void report_hasTheStepsOfTheThreadWithMostTime_andNamesTheOther() {
        assertThat(window().steps().durationNanos()).isEqualTo(Collections.nCopies(STEPS, LONG));
        assertThat(window().stepTime().count()).isEqualTo(STEPS);
        assertThat(window().account().missing())
                .containsExactly("all figures are of the steps of long, and not of short (40 steps)");
    }

    @Test
    void figures_haveNoWorkOfTheOtherThread() {
        TraceBuilder builder = new TraceBuilder();
        int forward = builder.nameId("forward");
        int reduce = builder.nameId("gloo:all_reduce", EventKind.COMMUNICATION, "");
        for (int i = 0; i < STEPS; i++) {
            builder.thread(1, "one").add(forward, i * LONG, SHORT);
            builder.thread(2, "two").add(forward, i * LONG, SHORT);
            builder.thread(2, "two").add(reduce, i * LONG + SHORT, SHORT);
            builder.step(new StepMark(i, i * LONG, LONG, 1, false)).step(new StepMark(i, i * LONG, LONG, 2, false));
        }
        WindowReport report = StepReport.of(builder.build()).windows().get(0);
        assertThat(report.parts()).extracting(Part::name).containsExactly("unaccounted", "forward");
        assertThat(report.costs().operators())
                .singleElement()
                .satisfies(row -> assertThat(row.callsPerStep()).isEqualTo(1));
        assertThat(report.virtualMachine().besideSteps()).isEmpty();
    }

    @Test
    void ledger_ofTheTrace_hasTheSameSteps() {
        StepLedger ledger = TraceLedger.of(new WindowAnalysis(trace), TraceRun.of(trace));
        assertThat(ledger.size()).isEqualTo(STEPS);
        assertThat(ledger.durationNanos(0)).isEqualTo(LONG);
    }

    private WindowReport window() {
        return StepReport.of(trace).windows().get(0);
    }
}
