package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterNamesTest {
    @TempDir
    private Path dir;

    private static Trace trace() {
        return new TraceBuilder()
                .counter("", "a/b", 1, 1.0)
                .counter("a", "b", 1, 2.0)
                .counter("a", "c", 1, 3.0)
                .counter("a", "d (a)", 1, 4.0)
                .counter("a", "a/e", 1, 5.0)
                .build();
    }

    private static List<String> names(Trace trace) {
        return trace.counters().stream()
                .map(counter -> counter.domain() + ": " + counter.name() + " = " + counter.value(0))
                .toList();
    }

    @Test
    void names_inFiles_areApart() {
        Trace trace = trace();
        CounterNames names = new CounterNames(trace);
        assertThat(trace.counters())
                .extracting(names::of)
                .containsExactly("a/b", "a/b (a)", "a/c", "a/d (a) (a)", "a/a/e");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.json", "t.xplane.pb"})
    void names_readAgain_areThoseOfTheTrace(String name) throws IOException {
        Path file = dir.resolve(name);
        trace().export(file);
        assertThat(names(Traces.read(file))).containsExactlyInAnyOrderElementsOf(names(trace()));
    }
}
