package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitFilesTest {
    @TempDir
    private Path dir;

    /** An epoch around four steps of two operations. */
    private static Trace epoch() {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("epoch"), 0, 4000);
        for (int step = 0; step < 4; step++) {
            builder.step(new StepMark(step, step * 1000L, 1000, 1, false));
            builder.thread(1, "main").add(builder.nameId("forward"), step * 1000L, 400);
            builder.thread(1, "main").add(builder.nameId("backward"), step * 1000L + 400, 500);
        }
        return builder.build();
    }

    private List<Exported> split(Trace trace, ExportOptions options) throws IOException {
        return trace.export(dir.resolve("trace.json"), options).stream()
                .map(SplitFilesTest::read)
                .toList();
    }

    private static Exported read(Path file) {
        try {
            return Exported.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isContinued(Exported.Slice slice) {
        return slice.category().equals("continued");
    }

    /** Arguments of each event, by the number that it has in all files. */
    private static Map<Long, String> byIndex(List<Exported> files) {
        Map<Long, String> events = new TreeMap<>();
        for (Exported file : files) {
            for (Exported.Slice slice : file.slices()) {
                if (!isContinued(slice)) {
                    String text = slice.category() + " " + slice.name() + " " + slice.startNanos() + " "
                            + slice.trueDurationNanos();
                    assertThat(events.put(slice.args().path("Ev Idx").longValue(), text))
                            .isNull();
                }
            }
        }
        return events;
    }

    @Test
    void files_ofRandomTraces_haveEachEventOnceUnderItsNumber() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Trace trace = RandomTrace.of(seed);
            ExportOptions options = seed % 2 == 0
                    ? ExportOptions.DEFAULT.splitBySteps(1 + seed % 3)
                    : ExportOptions.DEFAULT.splitByEvents((int) (1 + trace.eventCount() / 4));
            assertThat(byIndex(split(trace, options))).isEqualTo(byIndex(List.of(Exported.json(trace))));
        }
    }

    @Test
    void accounts_ofRandomTraces_addUpAndTellTheWhole() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Trace trace = RandomTrace.of(seed);
            List<Exported> files =
                    split(trace, ExportOptions.DEFAULT.splitByEvents((int) (1 + trace.eventCount() / 4)));
            assertThat(files.stream()
                            .mapToLong(file ->
                                    file.root().at("/stepProfiler/begun").longValue())
                            .sum())
                    .isEqualTo(trace.account().begun());
            for (int i = 0; i < files.size() && files.size() > 1; i++) {
                JsonNode part = files.get(i).root().at("/stepProfiler/part");
                assertThat(part.path("number").intValue()).isEqualTo(i + 1);
                assertThat(part.path("of").intValue()).isEqualTo(files.size());
                assertThat(part.path("whole").textValue())
                        .isEqualTo(trace.account().summary());
            }
        }
    }

    @Test
    void scope_aroundSeveralFiles_isContinuedInTheLaterOnes() throws IOException {
        List<Exported> files = split(epoch(), ExportOptions.DEFAULT.splitBySteps(2));
        assertThat(files).hasSize(2);
        assertThat(files.get(0).slices()).noneMatch(SplitFilesTest::isContinued);
        Exported later = files.get(1);
        Exported.Slice continued = later.slices().stream()
                .filter(SplitFilesTest::isContinued)
                .findFirst()
                .orElseThrow();
        assertThat(continued.name()).isEqualTo("(continued) epoch");
        assertThat(continued.startNanos()).isEqualTo(2000);
        assertThat(continued.durationNanos()).isEqualTo(2000);
        assertThat(continued.args().path("begun before ns").longValue()).isEqualTo(2000);
        assertThat(continued.args().path("duration ns").longValue()).isEqualTo(4000);
        assertThat(later.rowNames()).containsEntry(continued.tid(), "main (continued)");
    }

    @Test
    void times_ofAllFiles_countFromTheSameInstant() throws IOException {
        List<Exported> files = split(epoch(), ExportOptions.DEFAULT.splitBySteps(1));
        assertThat(files).hasSize(4);
        assertThat(files)
                .extracting(file -> file.root().path("baseTimeNanoseconds").longValue())
                .containsOnly(files.get(0).root().path("baseTimeNanoseconds").longValue());
    }
}
