package io.stepprofiler.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Profile;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportHandlerTest {
    private static final long EPOCH = 1_700_000_000_000_000_000L;
    private static final Pattern SUMMARY = Pattern.compile("id=\"summary\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    private Path dir;

    private ReportHandler handler;

    @BeforeEach
    void create() {
        handler = ReportHandler.to(dir.resolve("log"));
    }

    /** Four steps that wait for data, from a step on. */
    private static TraceBuilder window(int first) {
        TraceBuilder builder = new TraceBuilder()
                .window(
                        new ClockAnchor(0, EPOCH + first * 1_000_000_000L),
                        new ClockAnchor(400_000_000, EPOCH + first * 1_000_000_000L + 400_000_000));
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 4; i++) {
            long start = 100_000_000L * i;
            builder.step(new StepMark(first + i, start, 100_000_000, 1, false));
            main.add(builder.nameId("enumerate(DataLoader)#x.__next__", EventKind.DATA_LOADER, ""), start, 37_000_000);
            main.add(builder.nameId("forward"), start + 40_000_000, 60_000_000);
        }
        return builder;
    }

    private List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(dir.resolve("log"))) {
            return files.sorted().toList();
        }
    }

    private static JsonNode summary(Path page) throws IOException {
        Matcher summary = SUMMARY.matcher(Files.readString(page));
        assertThat(summary.find()).isTrue();
        return new ObjectMapper().readTree(summary.group(1));
    }

    @Test
    void windows_ofARun_areInOnePage() throws IOException {
        handler.onTraceReady(window(0).build());
        handler.onTraceReady(window(10).build());
        assertThat(pages()).singleElement().satisfies(page -> {
            assertThat(page).hasFileName("report." + EPOCH + ".html");
            assertThat(summary(page).get("windows"))
                    .extracting(window -> window.at("/steps/numbers/0").asInt())
                    .containsExactly(0, 10);
        });
    }

    @Test
    void windows_moreThanAPageHas_beginAnotherPage() throws IOException {
        for (int i = 0; i < 9; i++) {
            handler.onTraceReady(window(10 * i).build());
        }
        assertThat(pages()).hasSize(2);
        assertThat(summary(pages().get(0)).get("windows")).hasSize(8);
        assertThat(summary(pages().get(1)).get("windows")).hasSize(1);
        assertThat(handler.written().orElseThrow().file()).isEqualTo(pages().get(1));
    }

    @Test
    void windows_withMoreEventsThanAPageShows_beginAnotherPage() throws IOException {
        ReportHandler small = ReportHandler.withEvents(dir.resolve("log"), 20);
        for (int i = 0; i < 3; i++) {
            small.onTraceReady(window(10 * i).build());
        }
        assertThat(pages()).hasSize(2);
        assertThat(summary(pages().get(0)).get("windows")).hasSize(2);
        assertThat(summary(pages().get(1)).get("windows")).hasSize(1);
    }

    @Test
    void page_ofAnotherRun_isNotOverwritten() throws IOException {
        handler.onStart(RecordingOptions.ALL);
        handler.onTraceReady(window(0).build());
        handler.onStart(RecordingOptions.ALL);
        assertThat(handler.written()).isEmpty();
        handler.onTraceReady(window(0).build());
        assertThat(pages())
                .extracting(page -> page.getFileName().toString())
                .containsExactly("report." + EPOCH + ".html", "report." + (EPOCH + 1) + ".html");
        assertThat(summary(pages().get(1)).get("windows")).hasSize(1);
    }

    @Test
    void page_ofARank_isNamedAfterIt() throws IOException {
        handler.onTraceReady(
                window(0).distributed(new DistributedInfo(3, 4, "nccl", "")).build());
        assertThat(pages()).singleElement().asString().endsWith("report_3." + EPOCH + ".html");
    }

    @Test
    void written_line_isThePathAndTheVerdict() throws IOException {
        handler.onTraceReady(window(0).build());
        assertThat(handler.written().orElseThrow())
                .hasToString(pages().get(0).toAbsolutePath()
                        + ": INPUT-BOUND: 37.0 % of the step waits for the next batch (few steps: a hint).");
    }

    @Test
    void written_lineOfARunThatWasCut_isTheVerdictOfTheLastWholeWindow() throws IOException {
        handler.onTraceReady(window(0).build());
        Trace cut = new TraceBuilder().partial(true).build();
        handler.onTraceReady(cut);
        assertThat(handler.written().orElseThrow().toString()).contains(": INPUT-BOUND: ");
        assertThat(summary(pages().get(0)).get("windows")).hasSize(2);
    }

    @Test
    void rules_leftOut_sayNothing() throws IOException {
        ReportHandler.to(dir.resolve("log"))
                .rules(RuleSet.builtIn().without("input-bound"))
                .onTraceReady(window(0).build());
        assertThat(summary(pages().get(0)).at("/windows/0/diagnosis").toString())
                .doesNotContain("input-bound");
    }

    @Test
    void page_thatIsGone_isWrittenAgain() throws IOException {
        handler.onTraceReady(window(0).build());
        Files.delete(pages().get(0));
        Files.delete(dir.resolve("log"));
        handler.onTraceReady(window(10).build());
        assertThat(summary(pages().get(0)).get("windows")).hasSize(2);
    }

    @Test
    void window_thatCouldNotBeWritten_isInTheNextPage() throws IOException {
        Files.createFile(dir.resolve("log"));
        assertThatThrownBy(() -> handler.onTraceReady(window(0).build())).isInstanceOf(IOException.class);
        assertThat(handler.written()).isEmpty();
        Files.delete(dir.resolve("log"));
        handler.onTraceReady(window(10).build());
        assertThat(summary(pages().get(0)).get("windows")).hasSize(2);
    }

    @Test
    void onStart_fileInTheWay_saysSo() throws IOException {
        Files.createFile(dir.resolve("log"));
        assertThatThrownBy(() -> handler.onStart(RecordingOptions.ALL))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("dir = " + dir.resolve("log"));
    }

    @Test
    void trace_exportedAsHtml_isThePage() throws IOException {
        Path page = dir.resolve("report.html");
        window(0).build().export(page);
        assertThat(summary(page).at("/windows/0/diagnosis/verdict/rule").asText())
                .isEqualTo("input-bound");
    }

    @Test
    void profile_withTheHandler_leavesAPage() throws IOException {
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(2).repeat(2).build())
                .onTraceReady(handler)
                .start();
        try (profile) {
            for (int step = 0; step < 4; step++) {
                profile.step();
            }
        }
        assertThat(profile.failures()).isEmpty();
        assertThat(summary(handler.written().orElseThrow().file()).get("windows"))
                .hasSize(2);
    }
}
