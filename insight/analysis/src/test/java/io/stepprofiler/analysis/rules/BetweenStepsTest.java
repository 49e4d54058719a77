package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time between marks of steps, by tables and by counting each microsecond. */
class BetweenStepsTest {
    private static final long MICRO = 1_000;

    private final TraceBuilder builder = new TraceBuilder();

    private void step(long number, long startMicros, long micros) {
        builder.step(new StepMark(number, startMicros * MICRO, micros * MICRO, MAIN, false));
    }

    private void event(EventKind kind, String name, long startMicros, long micros) {
        builder.thread(MAIN, "main").add(builder.nameId(name, kind, ""), startMicros * MICRO, micros * MICRO);
    }

    private Optional<Finding> find(String rule) {
        return RuleSet.builtIn().check(WindowFacts.of(builder.build())).findings().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "SCOPE, next(data_iterator), 1990, '; next(data_iterator) takes 1.99 ms there'",
        "DATA_LOADER, enumerate(DataLoader), 1990, '; waiting for data takes 1.99 ms there'",
        "SCOPE, log, 500, ', without a name for most of it'"
    })
    void between_aLoopThatLoadsOutsideItsMarks_isNamedWithWhatRunsThere(
            EventKind kind, String name, long micros, String expected) {
        for (int i = 0; i < 20; i++) {
            event(kind, name, 3_000L * i, micros);
            event(EventKind.SCOPE, "forward", 3_000L * i + 2_005, 900);
            step(i, 3_000L * i + 2_000, 990);
        }
        Finding found = find("between-steps").orElseThrow();
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.sentence())
                .startsWith("67.0 % of the time from step to step (2.01 ms of 3.00 ms) is between the steps")
                .endsWith(expected);
        assertThat(found.gainNanosPerStep()).isBetween(2_009 * MICRO, 2_010 * MICRO);
    }

    @Test
    void between_aDeviceThatWorksMeanwhile_isOnlyItsIdleTime() {
        for (int i = 0; i < 20; i++) {
            step(i, 1_000L * i, 500);
            builder.stream(Device.cuda(0), 7)
                    .add(builder.nameId("gemm", EventKind.KERNEL, ""), 1_000L * i * MICRO, 900 * MICRO);
        }
        // 19 times 100 of 500 microseconds.
        assertThat(find("between-steps").orElseThrow().measure()).isCloseTo(1_900.0 / 11_900, within(1e-9));
    }

    @Test
    void between_aValidationEachTenSteps_isABreakAndNoTimeOfAStep() {
        for (int i = 0; i < 30; i++) {
            step(i, 1_100L * i + 20_000L * (i / 10), 1_000);
        }
        // The validations take the place of two of the gaps.
        assertThat(find("between-steps").orElseThrow().measure()).isCloseTo(2_700.0 / 32_700, within(1e-9));
        assertThat(find("breaks-between-steps").orElseThrow().sentence())
                .startsWith("2 breaks between steps, 40.2 ms in all and 57.3 % of the time from step to step");
    }

    @ParameterizedTest
    @CsvSource({"2, 0, 0", "1, 300, 0", "1, 0, 1"})
    void between_otherWindowsAndTheProfilersOwnTime_isNone(int stride, long profilerMicros, int findings) {
        for (int i = 0; i < 20; i++) {
            step((long) stride * i, 1_000L * i, 500);
        }
        builder.metadata(ProfilerOverhead.KEY, new ProfilerOverhead(profilerMicros * MICRO, 0, 0, 0).toMetadata());
        assertThat(find("between-steps").stream()).hasSize(findings);
    }

    @RepeatedTest(100)
    void between_anyMarks_isWhatOneCountsMicrosecondByMicrosecond(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        int count = 3 + random.nextInt(20);
        boolean[] isMarked = new boolean[count * 300];
        int begin = 0;
        int at = 0;
        for (int i = 0; i < count; i++) {
            at = i == 0 ? 0 : at + random.nextInt(150);
            int length = 100 + random.nextInt(50);
            step(i, at, length);
            for (int micro = at; micro < at + length; micro++) {
                isMarked[micro] = true;
            }
            at += length;
        }
        int free = 0;
        for (int micro = begin; micro < at; micro++) {
            free += isMarked[micro] ? 0 : 1;
        }
        List<Double> expected = 20 * free >= at ? List.of((double) free / at) : List.of();
        assertThat(find("between-steps").map(Finding::measure).stream().toList())
                .isEqualTo(expected);
    }
}
