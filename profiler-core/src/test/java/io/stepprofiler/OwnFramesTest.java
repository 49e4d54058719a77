package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.recording.OwnFrames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OwnFramesTest {
    @ParameterizedTest
    @CsvSource({
        "io.stepprofiler.Scope, true",
        "io.stepprofiler.Scope$Inner, true",
        "io.stepprofiler.djl.woven.WovenBlocks, true",
        "io.stepprofiler.agent.woven.WovenMethods, true",
        "io.stepprofiler.agent.woven.WovenModules$Opened, true",
        "io.stepprofiler.djl.ProfilingListener, false",
        "io.stepprofiler.examples.Lesson, false",
        "io.stepprofiler.program.interwoven.Main, false",
        "io.stepprofilers.Main, false",
        "com.acme.woven.Main, false",
        "Main, false",
    })
    void frame_isOwn_inTheMainPackageAndInThoseOfWovenCode(String className, boolean own) {
        assertThat(OwnFrames.isOwn(className)).isEqualTo(own);
    }
}
