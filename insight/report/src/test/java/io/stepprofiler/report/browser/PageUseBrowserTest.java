package io.stepprofiler.report.browser;

import static io.stepprofiler.report.browser.PageAssertions.assertNothingIsWiderThan;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How the page is gone through, printed and tied to sources, in Chromium, which is started once. */
class PageUseBrowserTest {
    @RegisterExtension
    private static final Browser BROWSER = new Browser();

    private static final String AT_THE_TOP =
            "id => Math.abs(document.getElementById(id).getBoundingClientRect().top) < 200";

    @TempDir
    private static Path dir;

    private static Path training;

    @BeforeAll
    static void start() throws IOException {
        training =
                PageTraces.page(dir.resolve("training.html"), PageTraces.training(""), PageTraces.training("second "));
    }

    private static Page open(Path file, String hash, int width) {
        Page page = BROWSER.open(file, hash, width, 900, ColorScheme.LIGHT);
        page.waitForFunction("() => document.querySelectorAll('.section').length > 3");
        return page;
    }

    @Test
    void sections_byTheirLinks_areInTheAddressAndTheBackButtonReturns() {
        Page page = open(training, "#from=1&to=2", 1280);
        page.click("#bar a[href='#flame']");
        page.waitForFunction(AT_THE_TOP, "flame");
        assertThat(page.url()).endsWith("#flame&from=1&to=2");
        page.click("#bar a[href='#where']");
        page.waitForFunction(AT_THE_TOP, "where");
        page.click(".selectionchip");
        assertThat(page.url()).endsWith("#where");
        page.goBack();
        page.waitForFunction(AT_THE_TOP, "flame");
        assertThat(page.url()).endsWith("#flame&from=1&to=2");
        assertThat(page.isVisible(".selectionchip")).isTrue();
    }

    @Test
    void link_withASection_opensThere() {
        Page page = open(training, "#machine&window=1", 1280);
        page.waitForFunction(AT_THE_TOP, "machine");
        assertThat(page.textContent("#where")).contains("second forward");
    }

    @Test
    void sectionsAndButtons_onANarrowPage_areReached() {
        Page page = open(training, "", 420);
        assertThat(page.isVisible("#bar nav")).isFalse();
        page.click("#bar button[aria-label='Sections']");
        page.click("#bar a[href='#operators']");
        page.waitForFunction(AT_THE_TOP, "operators");
        assertThat(page.isVisible("#bar nav")).isFalse();
        page.click("#bar button[aria-label='Sections']");
        page.keyboard().press("Escape");
        assertThat(page.isVisible("#bar nav")).isFalse();
        assertThat(page.isVisible("button:has-text('Copy Markdown')")).isTrue();
        assertNothingIsWiderThan(420, page);
    }

    @Test
    void paper_beginsWithTheVerdict_andBreaksInsideCardsWithOneOpenStack() {
        Page page = open(training, "", 1280);
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
        Object before = page.evaluate("() => document.querySelectorAll('#verdict details[open]').length");
        page.evaluate("() => dispatchEvent(new Event('beforeprint'))");
        assertThat(page.evaluate("() => [...document.querySelectorAll('main > section')].map(each => each.id)"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .startsWith("verdict", "windows");
        assertThat(page.locator("#verdict details.stack").count()).isGreaterThan(1);
        assertThat(page.locator("#verdict details.stack[open]").count()).isEqualTo(1);
        assertThat(page.evaluate("() => [...document.querySelectorAll('.section, #verdict .card')]"
                        + ".filter(each => getComputedStyle(each).breakInside !== 'auto').length"))
                .isEqualTo(0);
        page.evaluate("() => dispatchEvent(new Event('afterprint'))");
        assertThat(page.evaluate("() => document.querySelectorAll('#verdict details[open]').length"))
                .isEqualTo(before);
    }

    @Test
    void rule_ofAFinding_isExplainedInThePage() {
        Page page = open(training, "", 1280);
        page.click("#verdict .verdict > .findingbody > .rule > summary");
        assertThat(page.innerText("#verdict .verdict > .findingbody > .rule p"))
                .containsPattern(
                        "^[a-z-]+ The rule needs steps.* It reports figures (from|above) .* Here the figure is ");
    }

    @Test
    void frames_withTheReadersAddress_areLinks() {
        Page page = open(training, "", 1280);
        assertThat(page.locator("a.frame[href]").count()).isZero();
        page.click("summary:has-text('Open frames in an editor')");
        page.fill("input[aria-label='Address of sources']", "idea://open?file=/src/{file}&line={line}");
        assertThat(page.getAttribute("#verdict a.frame:has-text('Trainer.train') >> nth=0", "href"))
                .isEqualTo("idea://open?file=/src/Trainer.java&line=7");
        page.selectOption("select[aria-label='Window']", "1");
        assertThat(page.locator("#verdict a.frame[href]").count()).isPositive();
        page.click("summary:has-text('Open frames in an editor')");
        page.fill("input[aria-label='Address of sources']", "javascript:alert(1)//{file}");
        assertThat(page.locator("a.frame[href]").count()).isZero();
    }

    @Test
    void texts_ofAWindowWithoutSteps_leaveItsNamesAsTheyAre() throws IOException {
        Page page = open(PageTraces.page(dir.resolve("whole.html"), PageTraces.whole()), "", 1280);
        page.waitForSelector("#operators table");
        assertThat(page.textContent("#where")).contains("train a step").contains("window");
        assertThat(page.textContent("#operators")).contains("train a step");
        assertThat(((String) page.evaluate("() => document.querySelector('main').innerText"))
                        .replaceAll("train a step|work in steps", "")
                        .lines()
                        .filter(line -> line.matches(".*\\b(?:a|per|the|in|of) steps?\\b.*")))
                .isEqualTo(List.of());
    }
}
