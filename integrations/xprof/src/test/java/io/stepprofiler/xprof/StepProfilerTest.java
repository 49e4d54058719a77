package io.stepprofiler.xprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.Profile;
import io.stepprofiler.event.StepMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("try") // The variables are there to be closed.
class StepProfilerTest {
    @TempDir
    private Path log;

    private static void run(StepProfiler profiler, long from, long to) {
        for (long step = from; step < to; step++) {
            try (StepTraceAnnotation ignored = profiler.step(step)) {
                TraceAnnotation.open("work").close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2, 3, 0, 10, 2, 5", // In the middle.
        "0, 2, 0, 10, 0, 2", // From the first step on.
        "2, 3, 7, 20, 7, 10", // Resumed beyond the first step.
        "2, 9, 0, 5, 2, 5", // Ends early.
        "0, 1, 0, 1, 0, 1", // The only step.
        "3, 9223372036854775807, 0, 6, 3, 6" // For ever.
    })
    void steps_thatAreAskedFor_areWrittenHoweverTheRunGoes(
            long first, long count, long from, long to, long firstRecorded, long end) {
        StepProfiler profiler = StepProfiler.start(log, first, count);
        try (profiler) {
            run(profiler, from, to);
        }
        TraceSession session = profiler.session().orElseThrow();
        assertThat(session.trace().orElseThrow().steps())
                .extracting(StepMark::number)
                .containsExactlyElementsOf(
                        LongStream.range(firstRecorded, end).boxed().toList());
        assertThat(session.directory().orElseThrow()).isNotEmptyDirectory();
        assertThat(profiler.failures()).isEmpty();
    }

    @Test
    void profile_afterTheLastStep_canBeStartedByOthers() {
        try (StepProfiler profiler = StepProfiler.start(log, 0, 1)) {
            run(profiler, 0, 2);
            XProf.startTrace(log);
            XProf.stopTrace();
        }
    }

    @Test
    void run_withoutTheFirstStep_writesNothing() {
        StepProfiler profiler = StepProfiler.start(log, 100, 5);
        try (profiler) {
            run(profiler, 0, 3);
        }
        assertThat(profiler.session()).isEmpty();
        assertThat(log).isEmptyDirectory();
    }

    @Test
    void loop_whereNothingCanBeWritten_goesOnAndIsTold() throws IOException {
        Path file = Files.writeString(log.resolve("file"), "");
        StepProfiler profiler = StepProfiler.start(file, 0, 2);
        try (profiler) {
            run(profiler, 0, 4);
        }
        assertThat(profiler.failures())
                .singleElement()
                .matches(failure -> failure.message().contains("could not start"));
    }

    @Test
    void loop_besideAnotherProfile_goesOnAndIsTold() {
        StepProfiler profiler = StepProfiler.start(log, 0, 2);
        try (Profile other = Profile.builder().start()) {
            run(profiler, 0, 4);
        }
        profiler.close();
        assertThat(profiler.failures()).hasSize(1);
    }

    @Test
    void numbers_thatMakeNoSense_areRefused() {
        for (List<Long> wrong : List.of(List.of(-1L, 1L), List.of(0L, 0L), List.of(0L, -5L))) {
            assertThatThrownBy(() -> StepProfiler.start(log, wrong.get(0), wrong.get(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not allowed: must be");
        }
    }
}
