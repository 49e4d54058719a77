package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureProgressTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 'records, 1 of 1 step'",
        "3, 1, 'records, 1 of 3 steps'",
        "0, 1, 'records, 1 step so far'",
        "0, 2, 'records, 2 steps so far'"
    })
    void text_ofACapture_countsItsSteps(int wanted, long done, String text) {
        assertThat(new CaptureProgress(StepCapture.State.RECORDING, 7, wanted, done))
                .hasToString(text);
    }
}
