package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class FullHeapTest {
    @ParameterizedTest
    @ValueSource(strings = {"plain", "stacks"})
    void recording_whileTheHeapIsFull_throwsNothingAndCountsWhatIsDropped(String kind) throws Exception {
        OwnProcess ended = OwnProcess.run(List.of("-Xmx24m", "-XX:+UseSerialGC"), FullHeapLoop.class, kind);
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
