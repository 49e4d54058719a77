package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.analysis.rules.RunVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadingsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a |         | ``               | true  | TITLE A: x.
            a |         | ``               | false | TITLE A: x (few steps: a hint).
            a |         | in 2 of 2 windows | true  | TITLE A: x (in 2 of 2 windows).
            a |         | in 1 of 2 windows | false | TITLE A: x (in 1 of 2 windows; few steps: a hint).
            a | Others. | ``               | true  | Others. Found nevertheless: TITLE A: x.
            `` | Others. | ``              | true  | Others. TITLE A: x.
            """)
    void verdict_saysDisturbancesFirstAndHowSureItIsLast(
            String rule, String reservation, String support, boolean isSure, String line) {
        RunVerdict verdict = new RunVerdict(
                List.of(0, 1),
                reservation == null ? List.of() : List.of(reservation),
                new Verdict(rule, "Title a", "x", "", isSure),
                support);
        assertThat(Headings.verdict(verdict)).isEqualTo(line);
        assertThat(Headings.verdict(
                        new StepReport(StepReport.VERSION, List.of(), List.of(), List.of(), List.of(verdict))))
                .isEqualTo(line);
    }

    @Test
    void verdict_ofAReportWithoutWindow_isThatThereIsNone() {
        assertThat(Headings.verdict(new StepReport(StepReport.VERSION, List.of())))
                .isEqualTo("no window");
    }
}
