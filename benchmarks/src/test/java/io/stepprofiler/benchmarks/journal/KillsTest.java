package io.stepprofiler.benchmarks.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few processes are killed here; the program kills as many as it is told. */
@Tag("long")
class KillsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void journal_ofAKilledProcess_isAssembledUpToItsLastBlock(int seed) throws Exception {
        Kills.Found found = Kills.kill(Kills.pointOf(new Random(seed)));
        assertThat(found.found()).isLessThanOrEqualTo(found.recorded());
    }
}
