package io.stepprofiler.xprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions as those see them who read their XSpace. */
@SuppressWarnings("try") // The variables are there to be closed.
class WrittenSessionTest {
    @TempDir
    private Path log;

    private static Path xspace(TraceSession session) throws IOException {
        try (Stream<Path> files = Files.list(session.directory().orElseThrow())) {
            return files.filter(file -> file.toString().endsWith(".xplane.pb"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<ProfileEvent> events(ProfileData data) {
        return data.findPlaneWithName("/host:CPU").orElseThrow().lines().stream()
                .flatMap(line -> line.events())
                .toList();
    }

    private static Map<String, Object> stats(ProfileEvent event) {
        return event.stats().stream().collect(Collectors.toMap(ProfileStat::name, ProfileStat::value));
    }

    private static ProfileEvent named(ProfileData data, String name) {
        return events(data).stream()
                .filter(event -> event.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void metadata_ofAnnotations_areStatsOfTheirTypes() throws IOException {
        TraceSession session = XProf.trace(log);
        try (session;
                TraceAnnotation annotation = TraceAnnotation.open("decode")) {
            annotation
                    .setMetadata("images", 32)
                    .setMetadata("loss", 0.5)
                    .setMetadata("last", true)
                    .setMetadata("file", "a.png");
        }
        try (ProfileData data = ProfileData.from(xspace(session))) {
            assertThat(stats(events(data).stream()
                            .filter(event -> event.name().contains("decode"))
                            .findFirst()
                            .orElseThrow()))
                    .containsEntry("images", 32L)
                    .containsEntry("loss", 0.5)
                    .containsEntry("last", 1L)
                    .containsEntry("file", "a.png");
        }
    }

    @Test
    void steps_ofASession_areThoseOfTheLoopWithTheirNumbers() throws IOException {
        TraceSession session = XProf.trace(log);
        try (session) {
            for (long step = 7; step < 10; step++) {
                try (StepTraceAnnotation ignored = StepTraceAnnotation.open("train", step)) {
                    TraceAnnotation.open("forward").close();
                }
            }
        }
        try (ProfileData data = ProfileData.from(xspace(session))) {
            List<ProfileEvent> steps = events(data).stream()
                    .filter(event -> event.stat("_r").isPresent())
                    .toList();
            assertThat(steps).extracting(ProfileEvent::name).containsOnly("train");
            assertThat(steps)
                    .extracting(event -> event.stat("step_num").orElseThrow().value())
                    .containsExactly(7L, 8L, 9L);
            ProfileEvent forward = named(data, "forward:forward");
            assertThat(steps)
                    .filteredOn(
                            step -> step.startPicos() <= forward.startPicos() && forward.endPicos() <= step.endPicos())
                    .hasSize(1);
        }
    }
}
