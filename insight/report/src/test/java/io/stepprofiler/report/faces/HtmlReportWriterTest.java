package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportWriterTest {
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)><!--<script>";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static StepReport report(String phase) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 3; i++) {
            builder.step(new StepMark(i, 100_000_000L * i, 100_000_000, 1, false));
            main.add(builder.nameId(phase), 100_000_000L * i, 90_000_000);
        }
        return StepReport.of(builder.build());
    }

    private static String page(StepReport report, WindowBlocks... blocks) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HtmlReportWriter.write(report, List.of(blocks), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String element(String page, String id) {
        Matcher found = Pattern.compile("<script type=\"[\\w/-]+\" id=\"" + id + "\">(.*)</script>")
                .matcher(page);
        assertThat(found.find()).as(id).isTrue();
        return found.group(1);
    }

    @Test
    void summary_inThePage_isThatOfTheFile() throws IOException {
        StepReport report = report("forward");
        assertThat(JSON.readTree(element(page(report), "summary"))).isEqualTo(JSON.readTree(SummaryFile.json(report)));
    }

    @Test
    void markdown_inThePage_isThatOfTheFace() throws IOException {
        StepReport report = report("forward");
        assertThat(JSON.readTree(element(page(report), "markdown")).textValue())
                .isEqualTo(ReportDocument.markdown(report));
    }

    @Test
    void names_thatAreMarkup_stayInTheirElement() throws IOException {
        String page = page(report(HOSTILE));
        assertThat(page).doesNotContain("<img");
        assertThat(JSON.readTree(element(page, "summary")).toString()).contains("onerror=alert(1)");
        assertThat(Pattern.compile("</script>").matcher(page).results().count())
                .isEqualTo(
                        Pattern.compile("<script[ >]").matcher(page).results().count());
    }

    @Test
    void block_ofAWindow_isInThePageAsItIs() throws IOException {
        byte[] bytes = {31, -117, 8, 0, -1};
        String page = page(report("forward"), WindowBlocks.NONE, new WindowBlocks(Map.of("timeline", bytes)));
        assertThat(Base64.getDecoder().decode(element(page, "block-1-timeline")))
                .isEqualTo(bytes);
        assertThat(page).doesNotContain("block-0-");
    }

    @Test
    void policy_ofThePage_allowsItsScriptsOnly() throws Exception {
        String page = page(report("forward"));
        List<String> digests = new ArrayList<>();
        Matcher scripts = Pattern.compile("<script(?: type=\"module\")?>(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        while (scripts.find()) {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(scripts.group(1).getBytes(StandardCharsets.UTF_8));
            digests.add("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
        }
        assertThat(digests).hasSize(2);
        assertThat(page)
                .contains("default-src 'none'; script-src " + String.join(" ", digests) + "; style-src 'unsafe-inline'")
                .doesNotContain("src=\"")
                .doesNotContain("@import")
                .doesNotContain("url(");
    }
}
