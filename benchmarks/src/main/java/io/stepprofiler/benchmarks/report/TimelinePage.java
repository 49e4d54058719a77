package io.stepprofiler.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.benchmarks.DirectoryTree;
import io.stepprofiler.report.HtmlFace;
import io.stepprofiler.report.WindowBlocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints how long the timeline of a page needs to be there, and to draw a frame, in Chromium without a window and
 * without a graphics processor: of a training whose events are nested eight levels deep, on a thread with steps and
 * four that load data.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.report.TimelinePage 1000000 chromium</pre>
 */
public final class TimelinePage {
    private TimelinePage() {}

    /** Measures with so many events, a million by default, in the browser that is named. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int events = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        String program = arguments.length > 1 ? arguments[1] : "chromium";
        Path directory = Files.createTempDirectory("timeline");
        try {
            Path page = directory.resolve("report.html");
            write(events, page);
            try (Browser browser = new Browser(program, directory.resolve("browser"))) {
                browser.open(page);
                measure(browser);
            }
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private static void measure(Browser browser) throws IOException, InterruptedException {
        JsonNode columns = browser.evaluate("""
                (async () => {
                  let found = [];
                  while (!(found = performance.getEntriesByName('timeline decode', 'measure')).length) await new Promise(done => setTimeout(done, 20));
                  document.getElementById('timeline').scrollIntoView();
                  return [found[0].duration];
                })()
                """);
        JsonNode texts = browser.evaluate("""
                (async () => {
                  const times = [];
                  for (let i = 0; i < 5; i++) {
                    const begin = performance.now();
                    const binary = atob(document.getElementById('block-0-timeline').textContent);
                    const bytes = new Uint8Array(binary.length);
                    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
                    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
                    await new Response(plain).arrayBuffer();
                    times.push(performance.now() - begin);
                  }
                  return times;
                })()
                """);
        print("base64 and gzip", texts);
        print("columns", columns);
        frames("frames of everything", "", "ws", browser);
        frames("frames of a sixth, moved", "wwwwww", "ad", browser);
        frames("frames of a 180th, moved", "wwwwwwwwwwww", "ad", browser);
    }

    /** Presses keys, a frame each, after some that bring the view to where it is measured. */
    private static void frames(String what, String before, String keys, Browser browser)
            throws IOException, InterruptedException {
        JsonNode times = browser.evaluate("""
                (async () => {
                  const frame = document.querySelector('.timeline-frame');
                  const press = async key => {
                    frame.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
                    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                  };
                  for (const key of 'BEFORE') await press(key);
                  const times = [];
                  const observer = new PerformanceObserver(list => list.getEntriesByName('timeline frame').forEach(each => times.push(each.duration)));
                  observer.observe({entryTypes: ['measure']});
                  for (let i = 0; i < 20; i++) for (const key of 'KEYS') await press(key);
                  await new Promise(done => setTimeout(done, 50));
                  return times;
                })()
                """.replace("BEFORE", before).replace("KEYS", keys));
        print(what, times);
    }

    private static void print(String what, JsonNode times) {
        double[] millis = IntStream.range(0, times.size())
                .mapToDouble(i -> times.get(i).asDouble())
                .sorted()
                .toArray();
        System.out.printf(
                Locale.ROOT,
                "%s: median %.1f ms, 95 %% within %.1f ms, of %d%n",
                what,
                millis[millis.length / 2],
                millis[(int) (0.95 * (millis.length - 1))],
                millis.length);
    }

    private static void write(int events, Path page) throws IOException {
        Trace trace = new LargeTraining(true, false).trace(events);
        StepReport.Source source = new StepReport.Source("", trace, List.of());
        WindowReport window = StepReport.window(source, RuleSet.all(), 1);
        long begin = System.nanoTime();
        WindowBlocks blocks = WindowBlocks.of(trace, window);
        long nanos = System.nanoTime() - begin;
        try (OutputStream out = Files.newOutputStream(page)) {
            HtmlFace.write(new StepReport(StepReport.VERSION, List.of(window)), List.of(blocks), out);
        }
        double block = 4.0 / 3 * blocks.gzipped().getOrDefault("timeline", new byte[0]).length;
        System.out.printf(
                Locale.ROOT,
                "%d events, a page of %.1f MB, %.2f bytes an event in the timeline, data of all sections made in %.0f ms%n",
                trace.eventCount(),
                Files.size(page) / 1e6,
                block / trace.eventCount(),
                nanos / 1e6);
    }
}
