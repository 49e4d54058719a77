package io.stepprofiler.handlers.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from a file and written in another format is what it was. */
class ConversionTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"trace.json", "t.xplane.pb"})
    void annotatedSteps_convertedTwice_areStepsOnceAndStayAnnotated(String name) throws IOException {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (long i = 0; i < 3; i++) {
            builder.step(new StepMark(i, 1_000 * i, 900, 1, false));
            main.argument(main.add(builder.nameId("train"), 1_000 * i, 900), builder.nameId("step_num"), i);
        }

        Trace read = roundTrip(roundTrip(builder.build(), "first-" + name), name);

        assertThat(read.steps()).extracting(StepMark::number).containsExactly(0L, 1L, 2L);
        assertThat(read.events()).hasSize(3);
        assertThat(read.events().get(2).arguments()).containsExactly(entry("step_num", 2L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace.json", "t.xplane.pb"})
    void options_ofEachSort_areWhatTheyWere(String name) throws IOException {
        for (int bits = 0; bits < 32; bits++) {
            RecordingOptions options = new RecordingOptions(
                    (bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0, (bits & 8) > 0, (bits & 16) > 0);
            TraceBuilder builder = new TraceBuilder().options(options);
            builder.thread(1, "main").add(builder.nameId("forward"), 0, 10);

            assertThat(roundTrip(builder.build(), name).options()).isEqualTo(options);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace.json", "t.xplane.pb"})
    void faultsOfSources_areWhatTheyWere(String name) throws IOException {
        SourceFaults faults = new SourceFaults();
        faults.failed("FlightRecorderSource", "it did not answer within 5.0 s: \"why?\"\n=; no");
        faults.failed("FlightRecorderSource", "a later reason");
        faults.failed("TorchSource", "no libtorch");
        faults.lost("TorchSource", 582_171);
        faults.lost("TorchSource", 1);
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("forward"), 0, 10);
        faults.toMetadata().forEach(builder::metadata);

        Trace read = roundTrip(builder.build(), name);

        assertThat(SourceFaults.failed(read))
                .containsExactly(
                        entry("FlightRecorderSource", "it did not answer within 5.0 s: \"why?\"\\u000a=, no"),
                        entry("TorchSource", "no libtorch"));
        assertThat(SourceFaults.lost(read)).containsExactly(entry("TorchSource", 582_172L));
    }

    private Trace roundTrip(Trace trace, String name) throws IOException {
        Path file = directory.resolve(name);
        trace.export(file);
        try (ImportedTrace imported = Traces.open(file, ImportOptions.DEFAULT)) {
            return imported.trace();
        }
    }
}
