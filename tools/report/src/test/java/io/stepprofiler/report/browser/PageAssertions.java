package io.stepprofiler.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Set;

/** Conditions that each page meets. */
final class PageAssertions {
    private PageAssertions() {}

    /** Checks the contrast of colors alone in the dark theme: all else is the same as in the light one. */
    static void assertNoSeriousFlaw(Page page, ColorScheme theme) {
        AxeBuilder axe = new AxeBuilder(page);
        if (theme == ColorScheme.DARK) {
            axe.withRules(List.of("color-contrast"));
        }
        assertThat(axe.analyze().getViolations())
                .filteredOn(found -> Set.of("serious", "critical").contains(found.getImpact()))
                .extracting(found -> found.getId() + ": "
                        + found.getNodes().stream()
                                .map(node -> node.getHtml())
                                .limit(3)
                                .toList())
                .isEmpty();
    }

    /** Nothing is cut off either, except in a place that scrolls. */
    static void assertNothingIsWiderThan(int width, Page page) {
        Object wide = page.evaluate("() => [...document.querySelectorAll('body *')]"
                + ".filter(each => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.tablescroll'))"
                + ".map(each => each.tagName + '.' + each.className).slice(0, 5)");
        assertThat((List<?>) wide).isEmpty();
        assertThat(page.evaluate("() => document.documentElement.scrollWidth")).isEqualTo(width);
    }
}
