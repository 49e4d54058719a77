package io.stepprofiler.readers.xspace.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfilePlane;
import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that JAX 0.10.2 wrote of three steps of a training on a CPU, with annotations. */
class JaxFileTest {
    private static final String NAME = "jax-0.10.2.xplane.pb";

    @TempDir
    private Path directory;

    @Test
    void planesAndAnnotations_areRead() throws IOException {
        try (ProfileData profile = ProfileData.from(file())) {
            assertThat(profile.planes())
                    .extracting(ProfilePlane::name)
                    .containsExactly("/host:metadata", "/host:CPU", "Task Environment");
            ProfileEvent load = profile.findPlaneWithName("/host:CPU").orElseThrow().lines().stream()
                    .flatMap(line -> line.events())
                    .filter(event -> event.name().equals("load"))
                    .findFirst()
                    .orElseThrow();
            assertThat(load.stats())
                    .containsExactly(
                            new ProfileStat("batch", ProfileStat.Type.SIGNED, 0L),
                            new ProfileStat("rate", ProfileStat.Type.DOUBLE, 0.5),
                            new ProfileStat("source", ProfileStat.Type.REFERENCE, "mem"));
        }
    }

    @Test
    void trace_hasStepsThreadsAndMetadata() throws IOException {
        try (ImportedTrace read = new XSpaceImporter().read(file(), ImportOptions.DEFAULT)) {
            Trace trace = read.trace();
            Track python = trace.tracks().stream()
                    .filter(track -> track.name().equals("python"))
                    .findFirst()
                    .orElseThrow();
            assertThat(trace.steps())
                    .extracting(StepMark::number, StepMark::trackId)
                    .containsExactly(tuple(5L, python.id()), tuple(6L, python.id()), tuple(7L, python.id()));
            assertThat(trace.events())
                    .filteredOn(event -> event.name().equals("load"))
                    .extracting(TraceEvent::arguments)
                    .allSatisfy(arguments -> assertThat(arguments).containsEntry("source", "mem"));
            assertThat(trace.metadata()).containsKey("jax_version");
            assertThat(trace.process().host()).isEqualTo("trainer");
            // Programs are no events: a note tells of them, and nothing is missing for them.
            assertThat(trace.metadata().get("programs of XLA").text()).matches("\\d+ in the file, not read.*");
            assertThat(read.missing()).isEmpty();
        }
    }

    private Path file() throws IOException {
        Path file = directory.resolve(NAME);
        try (InputStream in = ProfileData.class.getResourceAsStream(NAME)) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }
}
