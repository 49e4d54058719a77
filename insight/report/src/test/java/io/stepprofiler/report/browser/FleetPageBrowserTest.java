package io.stepprofiler.report.browser;

import static io.stepprofiler.report.browser.PageAssertions.assertNoSeriousFlaw;
import static io.stepprofiler.report.browser.PageAssertions.assertNothingIsWiderThan;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.report.SimulatedRun;
import io.stepprofiler.report.faces.FleetPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of a fleet in Chromium, which is started once. */
@Tag("long")
class FleetPageBrowserTest {
    @RegisterExtension
    private static final Browser BROWSER = new Browser();

    @TempDir
    private static Path dir;

    private static Path slowHost;
    private static Path pipeline;

    @BeforeAll
    static void start() throws IOException {
        slowHost = page("slow-host.html", slowHost("gpu"));
        SimulatedRun stages = new SimulatedRun(
                32,
                40,
                0.01,
                rank -> new RankPlace(
                        rank, "h" + rank / 8, rank % 4, rank / 4, -1, -1, Map.of("rack", "r" + rank / 16)));
        for (int rank = 3; rank < 32; rank += 4) {
            stages.slow(rank, 0.25);
        }
        pipeline = page("pipeline.html", stages.report());
    }

    /** A host of eight whose ranks are 12 % slower, and a rank that is 60 % slower in some steps. */
    private static FleetReport slowHost(String prefix) {
        SimulatedRun run = new SimulatedRun(32, 100, 0.01, rank -> new RankPlace(rank, prefix + rank / 8));
        for (int rank = 0; rank < 32; rank++) {
            run.value(StepValue.CPU_NANOS, rank, 0, 100, 90_000_000)
                    .value(StepValue.BATCH, rank, 0, 100, 256)
                    .value(StepValue.PAUSE_NANOS, rank, 0, 100, rank == 3 ? 1_000_000 : 0);
        }
        for (int rank = 8; rank < 16; rank++) {
            run.slow(rank, 0.12);
        }
        return run.slow(20, 30, 50, 0.6)
                .missing(2)
                .unread(prefix + "9_71.steps", "not a step ledger")
                .reportWithCollectives();
    }

    private static Path page(String name, FleetReport report) throws IOException {
        return Files.write(dir.resolve(name), FleetPage.of(report));
    }

    private Page open(Path file, String hash, int width, ColorScheme theme) {
        Page page = BROWSER.open(file, hash, width, 900, theme);
        page.waitForSelector("#method");
        return page;
    }

    private Page open(Path file) {
        return open(file, "", 1280, ColorScheme.LIGHT);
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void page_inEachTheme_hasNoSeriousFlawForReadersWhoSeeLess(ColorScheme theme) {
        assertNoSeriousFlaw(open(slowHost, "", 1280, theme));
    }

    @Test
    void page_onATelephone_needsNoScrollingSideways() {
        assertNothingIsWiderThan(320, open(slowHost, "", 320, ColorScheme.LIGHT));
    }

    @Test
    void sections_onATelephone_areAMenuWhoseLinksSetTheAddress() {
        Page page = open(slowHost, "", 420, ColorScheme.LIGHT);
        assertThat(page.isVisible("#sections")).isFalse();
        page.click("#bar .menu");
        page.click("#sections a[href='#heat']");
        assertThat(page.url()).endsWith("#heat");
        page.goBack();
        assertThat(page.url()).doesNotContain("#heat");
    }

    @Test
    void slowHost_isTheVerdictWithTheAccountAndTheMissingRanks() {
        Page page = open(slowHost);
        assertThat(page.textContent("#verdict")).contains("Host gpu1 takes 11.");
        assertThat(page.textContent(".heading h1")).isEqualTo("34 ranks on 4 hosts");
        assertThat(page.textContent(".facts"))
                .contains("32 of 34")
                .contains("2 missing, 1 file unreadable")
                .contains("4 hosts aligned")
                .contains("E2");
        assertThat(page.textContent("#method")).contains("gpu9_71.steps").contains("not a step ledger");
        assertThat(page.textContent("#slow tbody tr")).contains("host gpu1").contains("--without host=gpu1");
        assertThat(page.textContent("#places tbody tr")).contains("gpu1").contains("8–15");
        assertThat(page.textContent("#causes"))
                .contains("Garbage collections")
                .contains("Batches")
                .contains("Not recorded: stages of a pipeline.");
    }

    @Test
    void waste_onThePage_addsUpToTheStep() {
        Page page = open(slowHost);
        Object sums =
                page.evaluate("() => { const waste = JSON.parse(document.getElementById('fleet').textContent).waste;"
                        + " return waste.parts.reduce((sum, part) => sum + part.nanos, 0) - waste.wasteNanos; }");
        assertThat(sums).isEqualTo(0);
        List<String> rows = page.locator("#waste tbody th").allInnerTexts();
        assertThat(rows)
                .startsWith("work of the mean rank", "host gpu1")
                .endsWith("work of the slowest rank", "collectives, after the slowest rank", "step");
    }

    @Test
    void heatMap_byKeysAndByThePointer_namesRankHostStepAndSlowdown() {
        Page page = open(slowHost);
        page.focus("#heat canvas");
        for (int row = 0; row <= 20; row++) {
            page.keyboard().press("ArrowDown");
        }
        for (int column = 0; column < 30; column++) {
            page.keyboard().press("ArrowRight");
        }
        assertThat(page.textContent("#live"))
                .startsWith("Rank 20, host gpu2, steps 1\u202f030, slowdown +")
                .matches(".*[+][56]\\d\\.\\d %");
        page.keyboard().press("Escape");
        assertThat(page.isVisible("#heat .tip")).isFalse();
        page.hover("#heat canvas");
        assertThat(page.textContent("#heat .tip")).contains("host").contains("slowdown");
    }

    @Test
    void map_ofAPipeline_isComparedWithAllRanksBySwitch() {
        Page page = open(pipeline);
        page.focus("#map canvas");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("PageDown");
        page.keyboard().press("Home");
        assertThat(page.textContent("#live"))
                .contains("Rank 3")
                .contains("stage 3, copy 0")
                .contains("its peers 125 ms");
        page.click("#map button:has-text('All ranks')");
        assertThat(page.url()).contains("map=all");
        page.focus("#map canvas");
        page.keyboard().press("PageDown");
        page.keyboard().press("PageDown");
        assertThat(page.textContent("#live")).contains("all ranks 100").contains("slowdown +2");
        assertThat(page.textContent("#verdict")).contains("All stages wait for stage 3, the last");
        assertThat(page.textContent("#causes")).contains("All stages wait for stage 3: +");
        assertThat(page.textContent("#places")).contains("r1").contains("Racks");
        assertThat(page.textContent("#collectives .absent")).startsWith("Waits for other ranks: not known");
    }

    @Test
    void twinOfTheMap_hasEachRankOfTheMap() {
        Page page = open(slowHost);
        page.click("#map summary");
        assertThat(page.locator("#map tbody tr").count()).isEqualTo(20);
        page.fill("#map input", "gpu1");
        assertThat(page.locator("#map tbody th").allInnerTexts())
                .containsExactlyInAnyOrder("8", "9", "10", "11", "12", "13", "14", "15");
    }

    @Test
    void page_byTheTabulatorAlone_reachesTheChartsAndShowsWhereItIs() {
        Page page = open(slowHost);
        Set<String> sections = new LinkedHashSet<>();
        for (int i = 0; i < 200; i++) {
            page.keyboard().press("Tab");
            Object where = page.evaluate("() => { const at = document.activeElement;"
                    + " if (!at || at === document.body) return null;"
                    + " return (at.closest('section')?.id ?? '') + ' '"
                    + " + (getComputedStyle(at).outlineStyle === 'none' ? 'unseen' : 'seen'); }");
            if (where == null) {
                break;
            }
            assertThat((String) where).doesNotContain("unseen");
            sections.add(((String) where).split(" ", -1)[0]);
        }
        assertThat(sections).contains("slow", "map", "heat", "places", "collectives");
    }

    @Test
    void namesOfHosts_thatAreMarkup_areText() throws IOException {
        Page page = open(page("hostile.html", slowHost(Browser.HOSTILE)));
        page.click("#map summary");
        page.focus("#heat canvas");
        page.keyboard().press("ArrowRight");
        assertThat(page.evaluate("() => window.hacked ?? 0")).isEqualTo(0);
        assertThat(page.querySelectorAll("main img")).isEmpty();
        assertThat(page.textContent("#live")).contains("<img src=x onerror=");
        assertThat(page.textContent("#slow")).contains("<img src=x onerror=").doesNotContain("--without host");
        assertThat((String) page.evaluate("() => document.querySelector('main').outerHTML"))
                .doesNotContain("\u202e");
    }

    @Test
    void page_withoutRanks_saysWhyItHasNoCharts() throws IOException {
        Page page = open(page("empty.html", FleetReport.of(List.of(), List.of())));
        assertThat(page.textContent("#verdict")).contains("Cannot tell").contains("Fewer than two ranks");
        assertThat(page.querySelector("#heat")).isNull();
    }

    /** The page of many ranks, one of which has a long step; prints its size and the time to its first frame. */
    private Page openLarge(int ranks, int steps) throws IOException {
        SimulatedRun run = new SimulatedRun(ranks, steps, 0.02, rank -> new RankPlace(rank, "h" + rank / 8));
        Path file = page("large.html", run.slow(ranks * 7 / 10 + 123, 50, 51, 4).report());
        assertThat(Files.size(file)).isLessThan(5_000_000);
        Page page = open(file);
        // Charts are drawn in the frame after the last section.
        Object millis = page.evaluate("() => new Promise(end => requestAnimationFrame(() => requestAnimationFrame("
                + "() => end(Math.round(performance.now())))))");
        System.out.println("page of " + ranks + " ranks and " + steps + " steps: " + Files.size(file)
                + " bytes, drawn after " + millis + " ms in headless Chromium");
        return page;
    }

    @Test
    void heatMap_ofTenThousandRanks_isPooledByTheGreatest() throws IOException {
        Page page = openLarge(10_000, 100);
        page.click("#heat summary");
        assertThat(page.textContent("#heat tbody tr"))
                .contains("7120–7124")
                .contains("1\u202f050")
                .contains("h890");
        page.click("#heat button:has-text('Median')");
        assertThat(page.url()).contains("heat=median");
        assertThat(page.textContent("#heat")).contains("A cell has 5 ranks and 1 step.");
    }

    @Test
    void heatMap_ofAsManyRanksAndStepsAsItDraws_isWithinItsSize() throws IOException {
        Page page = openLarge(2_000, 1_000);
        assertThat(page.evaluate("() => document.getElementById('block-0-heat').textContent.length"))
                .isInstanceOfSatisfying(
                        Integer.class, length -> assertThat(length).isLessThan(2_000_000));
    }
}
