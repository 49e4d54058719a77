package io.stepprofiler.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopePathsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 0",
                "4 | 0 › 1 › 2 › 3",
                "13 | 0 › 1 › 2 › 3 › 4 › 5 › 6 › 7 › 8 › 9 › 10 › 11 › 12",
                "14 | 0 › 1 › 2 › 3 › … 2 more … › 6 › 7 › 8 › 9 › 10 › 11 › 12 › 13",
                "30 | 0 › 1 › 2 › 3 › … 18 more … › 22 › 23 › 24 › 25 › 26 › 27 › 28 › 29"
            })
    void text_ofAPath_leavesTheMiddleOfDeepOnesOut(int depth, String text) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < depth; i++) {
            main.add(builder.nameId(String.valueOf(i)), i, 1000 - i);
        }
        Trace trace = builder.build();
        TrackTree tree = new TrackTree(trace.tracks().get(0), new byte[trace.nameCount()]);
        ScopePaths paths = new ScopePaths(trace, List.of(tree));

        assertThat(paths.text(paths.of(0, depth - 1))).isEqualTo(text);
        assertThat(paths.text(ScopePaths.ROOT)).isEmpty();
    }
}
