package io.stepprofiler.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.Set;

/** Conditions that each page meets. */
final class PageAssertions {
    private PageAssertions() {}

    static void assertNoSeriousFlaw(Page page) {
        assertThat(new AxeBuilder(page).analyze().getViolations())
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
