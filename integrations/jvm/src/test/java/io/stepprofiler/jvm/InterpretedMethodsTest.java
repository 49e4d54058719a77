package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterpretedMethodsTest {
    private final InterpretedMethods methods = new InterpretedMethods();

    private void add(String method, int samples, int interpreted) {
        for (int i = 0; i < samples; i++) {
            methods.add(method, i < interpreted);
        }
    }

    @ParameterizedTest
    @CsvSource({"20, 18, true", "20, 17, false", "19, 19, false"})
    void note_ofAMethod_requiresManySamplesThatAreMostlyInterpreted(int samples, int interpreted, boolean isNoted) {
        add("app.Net.step", samples, interpreted);
        assertThat(methods.note().isPresent()).isEqualTo(isNoted);
    }

    @Test
    void note_ofSeveralMethods_hasTheCountsOfEach() {
        add("app.Net.step", 30, 30);
        add("app.Net.loss", 40, 2);
        add("app.Metrics.log", 21, 20);
        assertThat(methods.note()).contains("app.Net.step 30 of 30, app.Metrics.log 20 of 21");
    }
}
