package io.stepprofiler.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lesson 15, its files read back as those of any other profiler. */
class XProfLessonTest {
    @TempDir
    private Path dir;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeAll
    static void quietLog() {
        Lessons.quietLog();
    }

    private static boolean isInside(ProfileEvent event, ProfileEvent step) {
        return step.startPicos() <= event.startPicos() && event.endPicos() <= step.endPicos();
    }

    @Test
    void lesson15_run_writesASessionWithItsStepsAndOperations() throws Exception {
        LessonResult result = Lesson15XProf.run(dir, new PrintStream(printed, true, UTF_8));
        assertThat(result.failures()).isEmpty();
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(printed.toString(UTF_8)).contains("xprof " + result.directory());
        assertThat(result.files()).anyMatch(file -> file.endsWith("memory.pb.gz"));
        Path xspace = result.files().stream()
                .filter(file -> file.toString().endsWith(".xplane.pb"))
                .findFirst()
                .orElseThrow();
        try (ProfileData data = ProfileData.from(xspace)) {
            List<ProfileEvent> events = data.findPlaneWithName("/host:CPU").orElseThrow().lines().stream()
                    .flatMap(line -> line.events())
                    .toList();
            List<ProfileEvent> steps = events.stream()
                    .filter(event -> event.stat("_r").isPresent())
                    .toList();
            assertThat(steps)
                    .extracting(event -> event.stat("step_num").orElseThrow().value())
                    .containsExactlyElementsOf(IntStream.range(0, Lesson15XProf.COUNT)
                            .mapToObj(i -> (long) Lesson15XProf.FIRST + i)
                            .toList());
            for (String part : List.of("forward", "backward", "update", "IteratorGetNext", "aten::conv2d")) {
                assertThat(steps)
                        .as(part)
                        .allMatch(step -> events.stream()
                                .anyMatch(event -> isInside(event, step)
                                        && (event.name().contains(part)
                                                || event.metadata()
                                                        .displayName()
                                                        .contains(part))));
            }
            assertThat(events).anyMatch(event -> event.name().equals("MemoryAllocation"));
        }
    }
}
