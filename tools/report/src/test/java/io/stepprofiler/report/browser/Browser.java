package io.stepprofiler.report.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The machine's own Chromium, without a network, and what it says about pages. */
final class Browser implements AutoCloseable {
    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    /** A page that is shown, and what it asked for and complained of. */
    record Shown(Page page, List<String> requests, List<String> messages) {}

    private Browser(Path chromium, Path node) {
        playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_NODEJS_PATH", node.toString(), "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        this.chromium = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        // As root it does not start with one; the pages are our own.
                        .setChromiumSandbox(false));
    }

    static Browser orSkip() {
        String tests = "the tests of the page in a browser";
        return new Browser(Program.CHROMIUM.orSkip(tests), Program.NODE.orSkip(tests));
    }

    /** Opens a file in a window of that size; pages of earlier tests stay as they are. */
    Shown open(Path file, String hash, int width, int height, ColorScheme theme) {
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setOffline(true)
                .setColorScheme(theme)
                .setViewportSize(width, height));
        Page page = context.newPage();
        List<String> requests = new ArrayList<>();
        List<String> messages = new ArrayList<>();
        page.onRequest((Request request) -> requests.add(request.url()));
        page.onConsoleMessage((ConsoleMessage message) -> messages.add(message.text()));
        page.onPageError(messages::add);
        page.onDialog(dialog -> {
            messages.add("dialog: " + dialog.message());
            dialog.dismiss();
        });
        page.navigate(file.toUri() + hash);
        return new Shown(page, requests, messages);
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
