package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class FullHeapTest {
    /** On the class path of this build, in a small heap that nothing else is in. */
    @ParameterizedTest(name = "call stacks: {0}")
    @ValueSource(booleans = {false, true})
    void loop_heapFull_meetsNoErrorOfOursAndRecordsOnWhenThereIsRoom(boolean stacks) throws Exception {
        String[] arguments = stacks ? new String[] {"stacks"} : new String[0];
        OwnProcess ended = OwnProcess.run(List.of("-Xmx48m"), FullHeapLoop.class, arguments);
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
