package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.stepprofiler.analysis.diff.DiffOptions;
import io.stepprofiler.analysis.diff.DifferenceRow;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class DiffFacesTest {
    private static final String HOSTILE = "<img src=x> | `a` \u001b[31m\nnext & \"q\" ]]>";

    /** What a test puts into a step that begins at some time. */
    private interface Step {
        void fill(TraceBuilder builder, TrackBuilder main, long start);
    }

    private static WindowReport run(int pid, long stepNanos, Step filling) {
        TraceBuilder builder = new TraceBuilder().process(new ProcessInfo(pid, "host"));
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 1; step <= 12; step++) {
            long start = 1_000_000_000L * step;
            builder.step(new StepMark(step, start, stepNanos, 1, false));
            filling.fill(builder, main, start);
        }
        return StepReport.of(builder.build()).windows().get(0);
    }

    private static List<WindowReport> runs(String phase, int firstPid, int... millis) {
        List<WindowReport> windows = new ArrayList<>();
        for (int i = 0; i < millis.length; i++) {
            long nanos = 1_000_000L * millis[i];
            windows.add(run(firstPid + i, nanos, (builder, main, start) -> {
                main.add(builder.nameId("next", EventKind.DATA_LOADER, ""), start, nanos / 4);
                main.add(builder.nameId(phase), start + nanos / 4, nanos / 2);
            }));
        }
        return windows;
    }

    private static ReportDiff slower(String phase) {
        return ReportDiff.of(runs(phase, 1, 100, 101, 102), runs(phase, 10, 120, 121, 122), DiffOptions.DEFAULT);
    }

    private static Document parsed(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    /** Three runs a side; the filling gets the number of the run. */
    private static ReportDiff same(IntFunction<Step> filling) {
        List<WindowReport> windows = IntStream.range(0, 6)
                .mapToObj(i -> run(1 + i, 100_000_000, filling.apply(i)))
                .toList();
        return ReportDiff.of(windows.subList(0, 3), windows.subList(3, 6), DiffOptions.DEFAULT);
    }

    @Test
    void comparison_withoutScopes_hasEachRowOnce() {
        ReportDiff diff = same(run -> (builder, main, start) -> {});
        assertThat(DiffDocument.text(diff)).containsOnlyOnce("unaccounted").doesNotContain("by path");
        assertThat(DiffDocument.markdown(diff))
                .containsOnlyOnce("| unaccounted")
                .doesNotContain("| path");
    }

    @Test
    void counter_thatDiffersFromRunToRun_hasNoChange() {
        ReportDiff diff = same(run -> (builder, main, start) -> {
            main.add(builder.nameId("forward"), start, 5);
            if (run == 0) {
                builder.thread(2, "helper").add(builder.nameId("help"), start, 5);
            }
        });
        assertThat(DiffDocument.text(diff).lines())
                .filteredOn(line -> line.startsWith("  threads"))
                .singleElement()
                .satisfies(line ->
                        assertThat(line).endsWith("varies from run to run").doesNotContain("%"));
    }

    @Test
    void remark_onSeveralRuns_isPrintedOnce() {
        ReportDiff diff = same(run -> (builder, main, start) ->
                builder.metadata(Remarks.OVERLAPPED, new MetadataValue("steps 2 to 3", false)));
        assertThat(diff.remarks())
                .containsOnlyOnce("6 runs: the profiler worked in parallel with its steps: steps 2 to 3");
    }

    @Test
    void text_firstSaysTheVerdictThenTheNoiseAndItsOrigin() {
        List<String> lines = DiffDocument.text(slower("forward")).lines().toList();
        assertThat(lines.get(0)).isEqualTo("SLOWER: undisturbed step +19.8 %, 3 runs against 3.");
        assertThat(lines.get(1))
                .startsWith("Also worse: mean step +19.8 %. Worse, but not deciding: median step +19.8 %;");
        assertThat(String.join(" ", lines))
                .contains("Differences of the undisturbed step below 5.0 % are ignored: that is the threshold");
        assertThat(String.join(" ", lines)).contains("(these runs)");
        assertThat(lines).anyMatch(line -> line.contains("Mean step 101 ms -> 121 ms, +20.0 ms"));
        assertThat(lines).anyMatch(line -> line.contains("+10.0 ms  forward"));
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    /** Of more paths than parts of the step. */
    private static List<WindowReport> nestedRuns(int firstPid, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> run(firstPid + i, 80_000_000, (builder, main, start) -> {
                    for (int layer = 0; layer < 8; layer++) {
                        long from = start + 10_000_000L * layer;
                        if (layer % 4 == 0) {
                            main.add(builder.nameId(layer == 0 ? "forward" : "backward"), from, 40_000_000);
                        }
                        main.add(builder.nameId("layer" + layer % 4), from, 10_000_000);
                    }
                }))
                .toList();
    }

    @Test
    void doubt_ofRunsThatAreTooFewForOneTable_isOfThatTable() {
        ReportDiff diff = ReportDiff.of(nestedRuns(1, 5), nestedRuns(10, 5), DiffOptions.DEFAULT);
        int paths = diff.attribution().paths().size();
        assertThat(diff.runsNeeded(diff.attribution().parts().size())).isZero();
        assertThat(DiffFigures.doubt(diff))
                .endsWith("which of " + paths + " paths differ; " + diff.runsNeeded(paths) + " per side are enough");
    }

    @Test
    void faces_withHostileNames_showThemAsText() {
        ReportDiff diff = slower(HOSTILE);
        assertThat(DiffDocument.text(diff)).doesNotContain("\u001b").contains("<img src=x> | `a` ");
        assertThat(DiffDocument.markdown(diff))
                .doesNotContain("\u001b")
                .contains("\\<img src=x\\> \\| \\`a\\` ")
                .doesNotContain("\nnext");
    }

    @Test
    void markdown_hasTheVerdictAndTheTables() {
        assertThat(DiffDocument.markdown(slower("forward")))
                .startsWith("## SLOWER: undisturbed step +19.8 %")
                .contains("| **undisturbed step** | 101 ms | 121 ms | +19.8 % |")
                .contains("| forward | ");
    }

    @Test
    void json_followsTheSchemaAndItsRowsAddUp() throws IOException {
        String json = DiffFile.json(slower(HOSTILE));
        try (InputStream in = DiffFile.class.getResourceAsStream("diff.schema.json")) {
            assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                            .getSchema(in)
                            .validate(json, InputFormat.JSON))
                    .isEmpty();
        }
        JsonNode tree = new ObjectMapper().readTree(json);
        assertThat(tree.path("verdict").textValue()).isEqualTo("SLOWER");
        JsonNode attribution = tree.path("attribution");
        double sum = 0;
        for (JsonNode row : attribution.path("parts")) {
            sum += row.path("nextNanos").doubleValue() - row.path("baseNanos").doubleValue();
        }
        assertThat(sum)
                .isCloseTo(
                        attribution.path("nextNanos").doubleValue()
                                - attribution.path("baseNanos").doubleValue(),
                        within(1e-3));
    }

    @Test
    void page_holdsTheDifferenceAndNoNameAsMarkup() throws IOException {
        ReportDiff diff = slower(HOSTILE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DiffHtmlWriter.write(diff, List.of(), List.of(), out);
        String page = out.toString(StandardCharsets.UTF_8);
        assertThat(page)
                .doesNotContain("<img")
                .contains("default-src 'none'")
                .contains("<title>slower · Step Profiler");
        String start = "<script type=\"application/json\" id=\"diff\">";
        String json = page.substring(page.indexOf(start) + start.length());
        assertThat(new ObjectMapper().readTree(json.substring(0, json.indexOf("</script>"))))
                .isEqualTo(new ObjectMapper().readTree(DiffFile.json(diff)));
    }

    @Test
    void page_withFlameGraphs_hasThoseOfBothSides() throws IOException {
        WindowBlocks flames = new WindowBlocks(Map.of("flame", new byte[] {1}, "timeline", new byte[] {2}));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DiffHtmlWriter.write(slower("forward"), List.of(WindowBlocks.NONE, flames), List.of(flames, flames), out);
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.contains("octet-stream\" id="))
                .containsExactly(
                        "<script type=\"application/octet-stream\" id=\"block-0-base-0\">AQ==</script>",
                        "<script type=\"application/octet-stream\" id=\"block-0-new-0\">AQ==</script>",
                        "<script type=\"application/octet-stream\" id=\"block-0-new-1\">AQ==</script>");
    }

    @Test
    void junit_ofARegression_failsTheFigureThatIsWorse() throws Exception {
        ReportDiff diff = slower(HOSTILE);
        Document document = parsed(JUnitWriter.of(
                diff,
                diff.metrics().stream()
                        .filter(each -> each.metric().id().equals("cost"))
                        .toList(),
                List.of()));
        Element suite = document.getDocumentElement();
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        // The steps have gaps that hide the difference from their period.
        assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(4);
        assertThat(suite.getElementsByTagName("system-out").item(0).getTextContent())
                .startsWith("SLOWER: undisturbed step +19.8 %, 3 runs against 3. Also worse: mean step +19.8 %.");
        assertThat(((Element) document.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .isEqualTo("undisturbed step +19.8 %: slower");
    }

    @Test
    void junit_ofWhatWasNotCompared_isAnError() throws Exception {
        ReportDiff diff = ReportDiff.of(runs("p", 1, 100, 101), runs("p", 10, 100, 101), DiffOptions.DEFAULT);
        Element suite = parsed(JUnitWriter.of(diff, List.of(), List.of("Of the base, " + HOSTILE)))
                .getDocumentElement();
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        assertThat(suite.getElementsByTagName("testcase").getLength())
                .isEqualTo(Integer.parseInt(suite.getAttribute("tests")));
        assertThat(((Element) suite.getElementsByTagName("error").item(0)).getAttribute("message"))
                .startsWith("Of the base, <img src=x>");
    }

    @Test
    void junit_ofWhatCannotBeTold_skipsIt() throws Exception {
        ReportDiff diff = ReportDiff.of(runs("forward", 1, 100), runs("forward", 10, 120), DiffOptions.DEFAULT);
        Document document = parsed(JUnitWriter.of(diff, List.of(), List.of()));
        assertThat(document.getDocumentElement().getAttribute("skipped")).isEqualTo("4");
        assertThat(document.getElementsByTagName("skipped").getLength()).isEqualTo(4);
    }

    @Test
    void summaries_carryAllThatADifferenceNeeds() throws IOException {
        ReportDiff direct = slower("forward");
        List<WindowReport> base = new ArrayList<>();
        for (WindowReport window : runs("forward", 1, 100, 101, 102)) {
            base.addAll(SummaryFileTest.roundTrip(new StepReport(StepReport.VERSION, List.of(window)))
                    .windows());
        }
        ReportDiff read = ReportDiff.of(base, runs("forward", 10, 120, 121, 122), DiffOptions.DEFAULT);
        assertThat(read).isEqualTo(direct);
        assertThat(read.attribution().paths()).extracting(DifferenceRow::path).contains(List.of("forward"));
    }
}
