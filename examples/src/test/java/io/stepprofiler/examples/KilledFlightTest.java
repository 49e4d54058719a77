package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.examples.program.LongWindow;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals of processes that were killed have the events of the flight recorder. */
@Tag("long")
class KilledFlightTest {
    @TempDir
    private Path directory;

    private Path journals() {
        return directory.resolve("journals");
    }

    private Trace recorded() throws IOException {
        try (Stream<Path> files = Files.list(journals())) {
            return Traces.read(files.findFirst().orElseThrow());
        }
    }

    private static List<String> names(Trace trace) {
        return trace.events().stream().map(TraceEvent::name).toList();
    }

    @Test
    void journal_ofAKilledProcess_hasWhatTheFlightRecorderSaw() throws Exception {
        OwnProcess.kill(
                OwnProcess.builder(
                        List.of("-Djava.io.tmpdir=" + directory),
                        LongWindow.class,
                        journals().toString()),
                () -> names(recorded()).contains("Sleep"));
        Trace trace = recorded();
        assertThat(names(trace)).contains("work", "Sleep").anyMatch(name -> name.contains("System.gc()"));
        assertThat(IntStream.range(0, trace.samples().size())
                        .mapToObj(i -> trace.samples().sample(i).kind()))
                .contains(SampleKind.ALLOCATION);
    }
}
