package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports are read from what was written of them; of damaged and hostile files in one clear error at most. */
class ReportFileTest {
    private static final String HOSTILE = "</script><script>alert(1)</script>\n<!-- \u2028 ä";

    @TempDir
    private Path dir;

    private static StepReport report() {
        TraceBuilder builder = new TraceBuilder().traceId("id");
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 0; step < 4; step++) {
            builder.step(new StepMark(step, 1_000_000L * step, 1_000_000, 1, false));
            main.add(builder.nameId(HOSTILE), 1_000_000L * step, 900_000);
        }
        return StepReport.of(builder.build());
    }

    private static byte[] page(WindowBlocks... blocks) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            HtmlReportWriter.write(report(), List.of(blocks), page);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return page.toByteArray();
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(dir.resolve("x.html"), bytes);
    }

    @Test
    void page_isReadAsItsReportAndItsBlocks() throws IOException {
        byte[] block = {1, 2, 3, -4};

        Path file = file(page(new WindowBlocks(Map.of("timeline", block))));
        ReportFile read = ReportFile.read(file);

        assertThat(ReportFile.is(file)).isTrue();
        assertThat(ReportFile.has(file)).isTrue();
        assertThat(SummaryFile.json(read.report())).isEqualTo(SummaryFile.json(report()));
        assertThat(read.blocks()).hasSize(1);
        assertThat(read.blocks().get(0).gzipped()).containsOnlyKeys("timeline");
        assertThat(read.blocks().get(0).gzipped().get("timeline")).isEqualTo(block);
    }

    @Test
    void summary_isReadWithoutBlocks() throws IOException {
        Path file = Files.writeString(dir.resolve("x.json"), SummaryFile.json(report()));

        ReportFile read = ReportFile.read(file);

        assertThat(SummaryFile.json(read.report())).isEqualTo(SummaryFile.json(report()));
        assertThat(read.blocks()).containsExactly(WindowBlocks.NONE);
    }

    @Test
    void pageOfOthers_isNone() throws IOException {
        Path file = file("<!DOCTYPE html>\n<title>x</title>".getBytes(StandardCharsets.UTF_8));

        assertThat(ReportFile.is(file)).isTrue();
        assertThat(ReportFile.has(file)).isFalse();
        assertThatThrownBy(() -> ReportFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the page contains no summary of steps");
    }

    @Test
    void page_thatIsTooLarge_isRefused() throws IOException {
        byte[] large = Arrays.copyOf(page(), PageFile.MAX_BYTES + 1);

        assertThatThrownBy(() -> ReportFile.read(file(large)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most " + PageFile.MAX_BYTES);
    }

    @Test
    void summary_ofAPage_thatIsTooLongOrNoSummary_isRefused() throws IOException {
        String before = "<!doctype html>\n<script type=\"application/json\" id=\"summary\">";
        for (String summary : List.of(
                "\"" + "x".repeat(2_000_000) + "\"</script>",
                "{\"version\":1}</script>",
                "{\"version\":99,\"windows\":[]}</script>",
                "[".repeat(100_000) + "</script>",
                "</script>",
                "{\"version\":1")) {
            assertThatThrownBy(() -> ReportFile.read(file((before + summary).getBytes(StandardCharsets.UTF_8))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("x.html");
        }
    }

    @Test
    void page_cutOrChangedAnywhere_isReadOrRefused() throws IOException {
        byte[] whole = page(new WindowBlocks(Map.of("timeline", new byte[100])));
        int summary = new String(whole, StandardCharsets.ISO_8859_1).indexOf("id=\"summary\"");
        Random random = new Random(1);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = whole.clone();
            int at = summary + random.nextInt(whole.length - summary);
            if (round % 3 == 0) {
                bytes = Arrays.copyOf(bytes, at);
            } else {
                bytes[at] = (byte) random.nextInt(256);
            }
            try {
                assertThat(ReportFile.read(file(bytes)).report().windows()).isNotNull();
            } catch (IOException e) {
                assertThat(e).as("round %d", round).hasMessageContaining("x.html");
            }
        }
    }
}
