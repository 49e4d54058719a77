package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class FilledHeapTest {
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseG1GC"})
    void heap_thatTheProgramFillsForAWhile_throwsNothing_andWhatIsMissingIsCounted(String collector, @TempDir Path dir)
            throws Exception {
        OwnProcess ended =
                OwnProcess.run(List.of("-Xmx40m", "-XX:-UseTLAB", collector), FilledHeapLoop.class, dir.toString());
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
