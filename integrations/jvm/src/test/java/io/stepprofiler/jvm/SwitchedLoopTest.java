package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SwitchedLoopTest {
    @Test
    void loop_compiledWhileNothingIsRecorded_isNotCompiledAnewForTheFirstWindow() throws Exception {
        // Compiling in the foreground, the virtual machine begins to count branches at the same call in every run.
        assertThat(FlightRecorderProcessTest.run(SwitchedLoop.class, "-Xbatch"))
                .contains("steps: 30100, wrong guesses: []");
    }
}
