package io.stepprofiler.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.report.PathTime;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Whatever steps do, where the difference comes from adds up to the difference. */
class AttributionPropertyTest {
    private static final int STEP_NANOS = 1_000_000;

    private static List<WindowReport> side(Random random, int firstPid) {
        List<WindowReport> windows = new ArrayList<>();
        for (int run = 0; run < 1 + random.nextInt(4); run++) {
            windows.add(StepReport.of(trace(random, firstPid + run)).windows().get(0));
        }
        return windows;
    }

    private static Trace trace(Random random, int pid) {
        TraceBuilder builder = new TraceBuilder().process(new ProcessInfo(pid, "host"));
        TrackBuilder main = builder.thread(1, "main");
        TrackBuilder other = builder.thread(2, "other");
        TrackBuilder machine = builder.lane("GC");
        int steps = 1 + random.nextInt(600);
        int firstStep = random.nextInt(2);
        long now = 0;
        for (int i = 0; i < steps; i++) {
            long nanos = STEP_NANOS / 2 + (long) random.nextInt(STEP_NANOS);
            builder.step(new StepMark(firstStep + i, now, nanos, 1, false));
            now += nanos + random.nextInt(STEP_NANOS / 10);
        }
        addEvents(random, builder, main, now, "p");
        addEvents(random, builder, other, now, "q");
        for (long start = random.nextInt(STEP_NANOS); start < now; start += 1 + random.nextInt(20 * STEP_NANOS)) {
            machine.add(
                    builder.nameId("GC Pause Young", EventKind.VIRTUAL_MACHINE, ""), start, random.nextInt(STEP_NANOS));
        }
        return builder.build();
    }

    private static void addEvents(Random random, TraceBuilder builder, TrackBuilder track, long end, String prefix) {
        for (long start = 0; start < end; start += random.nextInt(STEP_NANOS)) {
            int kind = random.nextInt(8);
            int name = kind == 0
                    ? builder.nameId("Park (x)", EventKind.WAIT, "")
                    : builder.nameId(prefix + random.nextInt(60));
            track.add(name, start, random.nextInt(3 * STEP_NANOS));
        }
    }

    private static double sum(List<DifferenceRow> rows) {
        return rows.stream().mapToDouble(DifferenceRow::deltaNanos).sum();
    }

    @RepeatedTest(20)
    void rows_ofAnyTwoSides_addUpToTheDifference(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<WindowReport> base = side(random, 1);
        Attribution attribution =
                ReportDiff.of(base, side(random, 100), DiffOptions.DEFAULT).attribution();
        double difference = attribution.nextNanos() - attribution.baseNanos();
        assertThat(sum(attribution.parts())).isCloseTo(difference, within(1e-3));
        assertThat(sum(attribution.paths())).isCloseTo(difference, within(1e-3));
        assertThat(attribution.paths().stream()
                        .mapToDouble(DifferenceRow::baseNanos)
                        .sum())
                .isCloseTo(attribution.baseNanos(), within(1e-3));
        for (WindowReport window : base) {
            assertThat(window.paths().stream()
                            .filter(path -> !path.isBeside())
                            .mapToLong(PathTime::selfNanos)
                            .sum())
                    .isEqualTo(window.stepTime().sum()
                            - (window.steps().numbers().get(0) == 0
                                            && window.stepTime().count() > 1
                                    ? window.steps().durationNanos().get(0)
                                    : 0));
            assertThat(window.paths()).allMatch(path -> path.selfNanos() >= 0).hasSizeLessThan(1000);
        }
    }
}
