package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A process in which the native library is switched off. */
class NativeOffTest {
    @BeforeAll
    static void switchOff() {
        System.setProperty("io.stepprofiler.native", "off");
    }

    @Test
    void profile_withoutTheNativeLibrary_recordsNothingAndSaysWhy() throws Exception {
        assertThat(TorchSource.status().operations()).contains("io.stepprofiler.native is off");
        Trace trace = Recorded.withMemory(() -> {});
        assertThat(Recorded.events(trace)).isEmpty();
        assertThat(Recorded.note(trace, "torch")).contains("io.stepprofiler.native is off");
    }
}
