package io.stepprofiler.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The machine's own Chromium without a network, which is started once for the tests of a class, one page for each. A
 * page must request nothing but itself, and log nothing.
 */
final class Browser implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    /** A name that changes the page if it is not written as text. */
    static final String HOSTILE =
            "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2>'\"\u202e ";

    private final List<String> requests = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private Playwright playwright;
    private com.microsoft.playwright.Browser chromium;
    private BrowserContext context;

    @Override
    public void beforeAll(ExtensionContext tests) {
        String skipped = "the tests of the page in a browser";
        Path executable = Program.CHROMIUM.orSkip(skipped);
        String node = Program.NODE.orSkip(skipped).toString();
        playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_NODEJS_PATH", node, "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        chromium = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        // As root it does not start with one; the pages are our own.
                        .setChromiumSandbox(false));
    }

    /** Opens a file in a window of that size. */
    Page open(Path file, String hash, int width, int height, ColorScheme theme) {
        requests.clear();
        messages.clear();
        context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setOffline(true)
                .setColorScheme(theme)
                .setViewportSize(width, height));
        Page page = context.newPage();
        page.onRequest(request -> requests.add(request.url()));
        page.onConsoleMessage(message -> messages.add(message.text()));
        page.onPageError(messages::add);
        page.onDialog(dialog -> {
            messages.add("dialog: " + dialog.message());
            dialog.dismiss();
        });
        page.navigate(file.toUri() + hash);
        return page;
    }

    @Override
    public void afterEach(ExtensionContext test) {
        assertThat(messages).isEmpty();
        assertThat(requests)
                .filteredOn(url -> !url.startsWith("data:"))
                .hasSize(1)
                .allMatch(url -> url.startsWith("file:"));
        context.close();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        if (playwright != null) {
            playwright.close();
        }
    }
}
