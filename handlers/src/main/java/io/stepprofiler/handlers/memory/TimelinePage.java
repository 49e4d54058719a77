package io.stepprofiler.handlers.memory;

import io.stepprofiler.analysis.memory.MemoryTimeline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The page that shows a timeline: one file without external resources.
 *
 * <p>The template has marks where style, script and data go. Data is JSON in ASCII without {@code <}, so that no name
 * in it can end the element that it is in; the script puts names on the page as text only.
 */
final class TimelinePage {
    private static final String STYLE = "/*STYLE*/";
    private static final String DATA = "/*DATA*/";
    private static final String SCRIPT = "/*SCRIPT*/";

    private TimelinePage() {}

    static void write(MemoryTimeline timeline, OutputStream out) throws IOException {
        String page = resource("timeline.html");
        int style = page.indexOf(STYLE);
        int data = page.indexOf(DATA);
        int script = page.indexOf(SCRIPT);
        put(out, page.substring(0, style));
        put(out, resource("timeline.css"));
        put(out, page.substring(style + STYLE.length(), data));
        put(out, data(timeline));
        put(out, page.substring(data + DATA.length(), script));
        put(out, resource("timeline.js"));
        put(out, page.substring(script + SCRIPT.length()));
    }

    private static String data(MemoryTimeline timeline) throws IOException {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        new PageData(timeline).write(json);
        // The sign occurs in strings only, where it may be escaped.
        return json.toString(StandardCharsets.US_ASCII).replace("<", "\\u003c");
    }

    private static void put(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = TimelinePage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
