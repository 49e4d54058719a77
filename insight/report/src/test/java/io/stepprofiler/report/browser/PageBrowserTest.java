package io.stepprofiler.report.browser;

import static io.stepprofiler.report.browser.PageAssertions.assertNoSeriousFlaw;
import static io.stepprofiler.report.browser.PageAssertions.assertNothingIsWiderThan;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.stepprofiler.analysis.diff.DiffOptions;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.report.faces.DiffHtmlWriter;
import io.stepprofiler.report.faces.HtmlReportWriter;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in Chromium, which is started once. */
@Tag("long")
class PageBrowserTest {
    @RegisterExtension
    private static final Browser BROWSER = new Browser();

    private static final int MILLION = 1_000_000;

    @TempDir
    private static Path dir;

    private static Path training;

    @BeforeAll
    static void start() throws IOException {
        training = page("training.html", PageTraces.training(""), PageTraces.training("second "));
    }

    private static Path page(String name, Trace... traces) throws IOException {
        return PageTraces.page(dir.resolve(name), traces);
    }

    private Page open(Path file, String hash, int width, int height, ColorScheme theme) {
        Page page = BROWSER.open(file, hash, width, height, theme);
        page.waitForFunction("() => document.querySelectorAll('.section').length > 3");
        return page;
    }

    private Page open(Path file) {
        return open(file, "", 1280, 900, ColorScheme.LIGHT);
    }

    private static List<String> texts(Page page, String selector) {
        return page.locator(selector).allInnerTexts().stream()
                .map(text -> text.strip().replaceAll("\\s+", " "))
                .toList();
    }

    private static JsonNode summary(Page page) throws IOException {
        return new ObjectMapper()
                .readTree((String) page.evaluate("() => document.getElementById('summary').textContent"));
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void page_inEachTheme_hasNoSeriousFlawForThoseWhoSeeLess(ColorScheme theme) {
        Page page = open(training, "", 1280, 900, theme);
        String background = (String) page.evaluate("() => getComputedStyle(document.body).backgroundColor");
        assertThat(background).matches(theme == ColorScheme.DARK ? "rgb\\(\\d\\d, .*" : "rgb\\(2\\d\\d, .*");
        assertNoSeriousFlaw(page);
    }

    /** A page of a difference, with the flame graphs of both sides. */
    private static Path difference() throws IOException {
        Trace base = PageTraces.training("");
        Trace next = PageTraces.training("");
        List<WindowReport> windows = StepReport.of(base).windows();
        WindowBlocks blocks = WindowBlocks.ofFlames(new WindowAnalysis(next));
        Path file = dir.resolve("difference.html");
        try (OutputStream out = Files.newOutputStream(file)) {
            DiffHtmlWriter.write(
                    ReportDiff.of(windows, StepReport.of(next).windows(), DiffOptions.DEFAULT),
                    List.of(blocks),
                    List.of(blocks),
                    out);
        }
        return file;
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void difference_inEachTheme_hasNoSeriousFlawForThoseWhoSeeLess(ColorScheme theme) throws IOException {
        Page page = open(difference(), "", 1280, 900, theme);
        page.waitForSelector("#flame button:has-text('CPU samples')");
        assertNoSeriousFlaw(page);
    }

    @Test
    void difference_byItsButtons_changesItsThemeAndShowsSamples() throws IOException {
        Page page = open(difference());
        page.click("#bar button");
        page.click("#bar button");
        assertThat(page.url()).contains("theme=dark");
        assertThat(page.evaluate("() => getComputedStyle(document.body).colorScheme"))
                .isEqualTo("dark");
        page.click("#flame button:has-text('CPU samples')");
        assertThat(page.url()).contains("flame.source=cpu");
        assertThat(page.textContent("#flame .flamenote")).contains("1 window of the base and 1 window of the new side");
    }

    @Test
    void memory_ofSeveralDevices_isSwitched() throws IOException {
        Page page = open(page("devices.html", PageTraces.devices()));
        page.waitForSelector("#memory canvas");
        assertThat(page.textContent("#memory")).contains("of cpu");
        page.click("#memory button:has-text('cuda:1')");
        assertThat(page.url()).contains("memory.device=cuda%3A1");
        assertThat(page.textContent("#memory")).contains("Peak 4.00 MiB of cuda:1");
    }

    @Test
    void page_onATelephone_needsNoScrollingSideways() {
        Page page = open(training, "", 320, 800, ColorScheme.LIGHT);
        page.waitForSelector("#flame button:has-text('Tensor memory')");
        assertNothingIsWiderThan(320, page);
    }

    @Test
    void difference_onATelephone_needsNoScrollingSideways() throws IOException {
        Page page = open(difference(), "", 320, 800, ColorScheme.LIGHT);
        page.waitForSelector("#flame button:has-text('CPU samples')");
        assertNothingIsWiderThan(320, page);
    }

    @Test
    void page_byTheTabulatorAlone_reachesEachSectionAndShowsWhereItIs() {
        Page page = open(training);
        Set<String> sections = new LinkedHashSet<>();
        for (int i = 0; i < 400; i++) {
            page.keyboard().press("Tab");
            Object where = page.evaluate(
                    "() => { const at = document.activeElement;"
                            + " if (!at || at === document.body) return null;"
                            + " const style = getComputedStyle(at);"
                            + " return (at.closest('section')?.id ?? at.closest('header, div')?.id ?? '') + ' '"
                            + " + (style.outlineStyle !== 'none' || style.boxShadow !== 'none' ? 'seen' : 'unseen ' + at.outerHTML.slice(0, 80)); }");
            if (where == null) {
                break;
            }
            assertThat((String) where).doesNotContain("unseen");
            sections.add(((String) where).split(" ", -1)[0]);
        }
        assertThat(sections).contains("steps", "timeline", "flame", "operators", "memory", "machine");
    }

    @Test
    void names_thatAreMarkup_areText() {
        Path hostile;
        try {
            hostile = page("hostile.html", PageTraces.training(Browser.HOSTILE));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Page page = open(hostile);
        page.waitForTimeout(200);
        assertThat(page.evaluate("() => window.hacked ?? 0")).isEqualTo(0);
        assertThat(page.querySelectorAll("main img")).isEmpty();
        assertThat((String) page.evaluate("() => document.body.textContent")).contains("<img src=x onerror=");
        assertThat((String) page.evaluate("() => document.querySelector('main').outerHTML"))
                .doesNotContain("\u202e");
    }

    @Test
    void page_ofASummary_saysThatItHasNone_notThatNothingWasRecorded() throws IOException {
        Path file = dir.resolve("summary.html");
        try (OutputStream out = Files.newOutputStream(file)) {
            HtmlReportWriter.write(StepReport.of(PageTraces.training("")), List.of(), out);
        }
        Page page = open(file);
        page.waitForSelector("#machine .absent");
        page.waitForSelector("#memory .absent");
        assertThat(texts(page, ".absent")).hasSize(6).allMatch(text -> text.startsWith("A summary has no "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aten::addmm", "train"})
    void page_ofAProgramOfPython_hasNoWordOfJava(String operation) throws IOException {
        Page page = open(page("python.html", PageTraces.python(operation)));
        page.waitForSelector("#operators table");
        String all = (String) page.evaluate("() => document.querySelector('main').innerText + ' '"
                + " + [...document.querySelectorAll('[title]')].map(each => each.title).join(' ')");
        assertThat(all)
                .contains(operation)
                .doesNotContainPattern("Java|JVM|virtual machine|agent|Scope\\.|Source\\.|profile\\.step|recordShapes");
        assertThat(page.querySelector("#machine")).isNull();
    }

    @Test
    void parts_onThePage_areThoseOfTheSummaryAndAddUpToTheSteps() throws IOException {
        Page page = open(training);
        JsonNode window = summary(page).at("/windows/0");
        long sum = 0;
        List<String> expected = new ArrayList<>();
        for (JsonNode part : window.get("parts")) {
            sum += part.at("/nanos/sum").asLong();
            expected.add(String.format(
                    Locale.ROOT, "%.1f %%", 100 * part.get("share").asDouble()));
        }
        expected.add("100.0 %");
        assertThat(sum).isEqualTo(window.at("/stepTime/sum").asLong());
        assertThat(texts(page, "#where tbody td:nth-child(2)")).isEqualTo(expected);
    }

    @Test
    void selection_ofALink_filtersWhatIsBelow() throws IOException {
        Page page = open(training, "#from=1&to=1", 1280, 900, ColorScheme.LIGHT);
        JsonNode steps = summary(page).at("/windows/0/steps");
        long whole = steps.at("/durationNanos/1").asLong();
        List<String> expected = new ArrayList<>();
        for (JsonNode column : steps.get("parts")) {
            if (column.get(1).asLong() > 0) {
                expected.add(String.format(
                        Locale.ROOT, "%.1f %%", 100.0 * column.get(1).asLong() / whole));
            }
        }
        expected.add("100.0 %");
        assertThat(texts(page, "#where tbody td:nth-child(2)")).containsExactlyInAnyOrderElementsOf(expected);
        page.waitForSelector("#machine table");
        assertThat(texts(page, "#machine [aria-label='Garbage collections'] tbody td:nth-child(2)"))
                .containsExactly("1");
    }

    @Test
    void machine_onThePage_tellsOfLocksSleepAndCollections() {
        Page page = open(training);
        page.waitForSelector("#machine table");
        assertThat(texts(page, "#machine table[aria-label='Garbage collections'] tbody td:nth-child(4)"))
                .hasSize(4)
                .containsOnly("G1 Evacuation Pause");
        assertThat(texts(page, "#machine table[aria-label='Waits for locks by class'] tbody tr")
                        .toString())
                .contains("Queue")
                .contains("48.0 ms");
        assertThat(page.textContent("#machine")).contains("Sleep").contains("120 ms");
    }

    @Test
    void memory_onThePage_hasItsPeakAndWhatGrows() {
        Page page = open(training);
        page.waitForSelector("#memory canvas");
        assertThat(page.textContent("#memory"))
                .contains("Peak 16.0 MiB of cpu, in step 11")
                .contains("1 place grows");
        page.focus("#memory canvas");
        page.keyboard().press("p");
        assertThat(page.textContent("#live")).endsWith("16.0 MiB");
        page.keyboard().press("w");
        assertThat(page.isVisible("#memory .memory-hint button")).isTrue();
    }

    @Test
    void steps_byKeys_areSelectedInTheAddressAndLetGo() {
        Page page = open(training);
        page.focus("#steps canvas");
        page.keyboard().press("ArrowRight");
        page.keyboard().press("Shift+ArrowRight");
        assertThat(page.url()).contains("from=0").contains("to=1");
        assertThat(page.textContent(".selectionchip")).contains("0").contains("1");
        page.keyboard().press("Escape");
        assertThat(page.url()).doesNotContain("from=");
        assertThat(page.isVisible(".selectionchip")).isFalse();
    }

    @Test
    void modulesAndMemory_thatWereNotRecorded_areOneLine() throws IOException {
        Page page = open(page("plain.html", PageTraces.operations(100)));
        page.waitForFunction("() => document.querySelectorAll('#notrecorded span').length >= 2");
        assertThat(page.textContent("#notrecorded"))
                .startsWith("Not recorded: ")
                .contains("modules", "memory");
        assertThat(page.isVisible("#modules")).isFalse();
        assertThat(page.isVisible("#bar a[href='#memory']")).isFalse();
    }

    @Test
    void saveTrace_ofAPage_savesItsEventsInChromesFormat() throws IOException {
        Page page = open(training);
        Download saved = page.waitForDownload(() -> page.click("button:has-text('Save trace')"));
        JsonNode events = new ObjectMapper().readTree(saved.path().toFile()).get("traceEvents");
        assertThat(events).extracting(each -> each.get("name").asText()).contains("forward", "step 1");
    }

    @Test
    void windows_bySwitch_areShownAnew() {
        Page page = open(training);
        assertThat(page.textContent("#where")).doesNotContain("second forward");
        page.selectOption("select[aria-label='Window']", "1");
        assertThat(page.textContent("#where")).contains("second forward");
        assertThat(page.url()).contains("window=1");
    }

    @Test
    void page_withAMillionEvents_answersKeys() throws IOException {
        Path million = page("million.html", PageTraces.operations(MILLION));
        assertThat(Files.size(million)).isLessThan(4L * MILLION);
        Page page = open(million);
        page.focus("#steps canvas");
        page.keyboard().press("End");
        assertThat(page.url()).contains("from=19");
        page.focus("#timeline .timeline-frame");
        page.keyboard().press("w");
        page.waitForURL("**zoom=*");
    }
}
