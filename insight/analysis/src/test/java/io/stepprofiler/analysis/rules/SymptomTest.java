package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SymptomTest {
    private static Symptom symptom(String sentence) {
        return new Symptom(Figure.share(0.123, "the step"), sentence, "", 0, List.of(), List.of());
    }

    @Test
    void sentence_withTheTextOfTheFigure_isKept() {
        assertThat(symptom("12.3 % of the step sleeps").figure().value()).isEqualTo(0.123);
    }

    @Test
    void sentence_withAnotherFigureOrBase_isRefused() {
        for (String sentence : List.of("12.4 % of the step sleeps", "12.3 % sleeps", "12.3 % of the run sleeps")) {
            assertThatThrownBy(() -> symptom(sentence))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("sentence = %s is not allowed: must contain the figure, 12.3 %% of the step", sentence);
        }
    }

    @Test
    void count_hasNoBase() {
        assertThat(Figure.count(2.5, "threads").text()).isEqualTo("2.5 threads");
    }
}
