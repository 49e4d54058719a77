package io.stepprofiler.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.diff.DiffOptions;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.rules.Diagnosis.Unchecked;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.steps.WholeWindow;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows without any mark of a step: 20 operations of 300 µs, one a ms, each with a kernel of 400 µs after 50 µs. */
class WholeWindowTest {
    private static final long MICRO = 1_000;
    private static final long FIRST = 100 * MICRO;

    private final TraceBuilder builder = new TraceBuilder();

    private WindowReport report() {
        return StepReport.of(builder.build()).windows().get(0);
    }

    private void operations() {
        int operation = builder.nameId("aten::mm");
        for (int i = 0; i < 20; i++) {
            builder.thread(1, "main").add(operation, FIRST + 1_000 * MICRO * i, 300 * MICRO);
        }
    }

    private void kernels() {
        int kernel = builder.nameId("gemm", EventKind.KERNEL, "");
        for (int i = 0; i < 20; i++) {
            builder.stream(Device.cuda(0), 7).add(kernel, FIRST + 50 * MICRO + 1_000 * MICRO * i, 400 * MICRO);
        }
    }

    @Test
    void report_withoutMarks_isOfTheTimeFromTheFirstToTheLastEvent() {
        operations();
        kernels();
        WindowReport report = report();
        assertThat(report.isWhole()).isTrue();
        assertThat(report.steps().numbers()).containsExactly(WholeWindow.NUMBER);
        assertThat(report.stepTime().sum()).isEqualTo(19_450 * MICRO);
        assertThat(report.devices().use())
                .singleElement()
                .satisfies(use -> assertThat(use.workShare()).isCloseTo(8.0 / 19.45, within(1e-9)));
        assertThat(report.devices().kernels())
                .singleElement()
                .satisfies(kernel -> assertThat(kernel.callsPerStep()).isEqualTo(20));
        assertThat(report.metrics()).isEmpty();
    }

    @Test
    void diagnosis_withoutMarks_speaksOfTheWindowAndComparesNoSteps() {
        operations();
        kernels();
        WindowReport report = report();
        assertThat(report.diagnosis().findings())
                .extracting(Finding::rule)
                .contains("unaccounted", "low-device-use")
                .doesNotContain("operation-loop");
        assertThat(report.diagnosis().findings())
                .extracting(Finding::sentence)
                .noneMatch(text -> text.matches(".*\\bsteps?\\b.*"))
                .anyMatch(text -> text.contains("58.9 % of the window"));
        assertThat(report.diagnosis().verdict().isSure()).isTrue();
        assertThat(report.diagnosis().unchecked())
                .extracting(Unchecked::rule)
                .contains("slow-steps", "extra-work", "operation-loop");
    }

    @Test
    void report_ofDevicesAlone_saysNothingOfAThread() {
        kernels();
        WindowReport report = report();
        assertThat(report.stepTime().sum()).isEqualTo(19_400 * MICRO);
        assertThat(report.parts()).isEmpty();
        assertThat(report.diagnosis().findings()).extracting(Finding::rule).containsExactly("low-device-use");
        assertThat(report.diagnosis().findings().get(0).sentence()).isEqualTo("cuda:0 is idle in 58.8 % of the window");
    }

    @Test
    void report_isOfTheThreadThatWorksTheMost_notOfOneThatOnlyWaits() {
        operations();
        int wait = builder.nameId("Thread.park", EventKind.WAIT, "");
        builder.thread(2, "waiting").add(wait, 0, 30_000 * MICRO);
        Track main = builder.build().tracks().get(0);
        assertThat(new WindowAnalysis(builder.build()).walk().steps())
                .singleElement()
                .returns(main.id(), StepMark::trackId);
    }

    @Test
    void report_withOneMarkThatHasNoEnd_isNotOfTheWholeWindow() {
        operations();
        builder.step(new StepMark(7, 0, 10, 1, true));
        assertThat(report().isWhole()).isFalse();
        assertThat(report().diagnosis().verdict().title()).isEqualTo("Too few steps");
    }

    @Test
    void report_ofNoEvents_hasNoRange() {
        assertThat(report().isWhole()).isFalse();
        assertThat(report().stepTime().count()).isZero();
    }

    @Test
    void ledgers_haveNoStep() {
        operations();
        WindowAnalysis window = new WindowAnalysis(builder.build());
        assertThat(TraceLedger.of(window, TraceRun.of(window.trace())).size()).isZero();
        assertThat(WindowLedger.of(report()).size()).isZero();
    }

    @Test
    void diff_ofWholeWindows_asksForTheNamesOfSteps() {
        operations();
        List<WindowReport> one = List.of(report());
        assertThatThrownBy(() -> ReportDiff.of(one, one, DiffOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--step=REGEX");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "40.0 % of the step communicates | 40.0 % of the window communicates",
                "the step's thread is in its phases | the busiest thread is in its phases",
                "the thread of the step other work | the busiest thread other work",
                "12 kernels a step take 3.00 µs | 12 kernels take 3.00 µs",
                "20 a step, 1.00 µs per step; the longest | 20, 1.00 µs; the longest",
                "look at the code that runs in steps | look at the code that runs in the window",
                "a step | in all",
                "no rule reached its threshold in 20 steps | no rule reached its threshold in the window",
                "cost 58.0 % of the step time | cost 58.0 % of the window",
                "Waits in steps | Waits in the window",
                "read values back every n steps | read values back every n steps"
            })
    void words_ofASentenceAboutSteps_areAboutTheWindow(String text, String words) {
        assertThat(WholeWindow.words(text, List.of())).isEqualTo(words);
    }

    @Test
    void names_thatSoundLikeTextsAboutSteps_stayAsTheyAre() {
        builder.thread(1, "in steps").add(builder.nameId("train a step"), FIRST, 19_000 * MICRO);
        WindowReport report = report();
        assertThat(report.parts()).extracting(Part::name).contains("train a step");
        assertThat(report.diagnosis().verdict().sentence())
                .contains("train a step")
                .contains("of the window")
                .doesNotContain("of the step");
        assertThat(WholeWindow.words(
                        "train a step, 40.0 % of the step, in steps", WholeWindow.namesLikeTexts(builder.build())))
                .isEqualTo("train a step, 40.0 % of the window, in steps");
    }
}
