package io.stepprofiler.report.page;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the page: one file without external resources. Its content security policy lists the digests of its scripts,
 * so that no script in the data can run.
 */
public final class PageWriter {
    private static final String THEME = "theme.js";
    private static final String TEMPLATE = "page.html";

    /** Bytes that are encoded at a time: a multiple of 3, so that the pieces are one text in base64. */
    private static final int PIECE = 3 << 14;

    private final OutputStream out;

    private PageWriter(OutputStream out) {
        this.out = out;
    }

    /** Kind of page. */
    public enum Kind {
        /** The report of windows, which contains its summary. */
        REPORT("main"),
        /** The comparison of two sides. */
        DIFF("diff"),
        /** The comparison of the ranks of a run. */
        FLEET("fleet");

        private final String script;

        Kind(String script) {
            this.script = script;
        }
    }

    /**
     * Writes a page.
     *
     * @param kind kind of the page
     * @param title title of the page
     * @param data the data as JSON by the ids of their elements; {@code markdown} is a string
     * @param blocks the blocks of each window by their names, as gzip; pages that are not about windows have one
     * @param out destination; stays open
     * @throws IOException if writing fails
     */
    public static void write(
            Kind kind, String title, Map<String, String> data, List<Map<String, byte[]>> blocks, OutputStream out)
            throws IOException {
        new PageWriter(out).write(kind, title, data, blocks);
    }

    private void write(Kind kind, String title, Map<String, String> data, List<Map<String, byte[]>> blocks)
            throws IOException {
        PageScripts scripts = PageScripts.from(kind.script);
        String theme = PageScripts.resource(THEME);
        for (String line : PageScripts.resource(TEMPLATE).lines().toList()) {
            switch (line) {
                case "@policy" -> resource(policy(theme, scripts.script()));
                case "@title" -> line("<title>" + escaped(title) + "</title>");
                case "@theme" -> resource("<script>" + theme + "</script>");
                case "@style" -> resource("<style>\n" + scripts.style() + "</style>");
                case "@script" -> resource("<script type=\"module\">" + scripts.script() + "</script>");
                case "@data" -> data(data);
                case "@blocks" -> blocks(blocks);
                default -> resource(line);
            }
        }
    }

    // D4: digests of the two scripts, so that no markup from a trace runs.
    private static String policy(String... scripts) {
        StringBuilder allowed = new StringBuilder();
        for (String script : scripts) {
            allowed.append(" 'sha256-").append(digest(script)).append('\'');
        }
        return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src" + allowed
                + "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">";
    }

    private static String digest(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private void blocks(List<Map<String, byte[]>> blocks) throws IOException {
        for (int window = 0; window < blocks.size(); window++) {
            for (Map.Entry<String, byte[]> block : blocks.get(window).entrySet()) {
                String id = "block-" + window + "-" + block.getKey();
                out.write(("<script type=\"application/octet-stream\" id=\"" + id + "\">")
                        .getBytes(StandardCharsets.UTF_8));
                byte[] bytes = block.getValue();
                for (int from = 0; from < bytes.length; from += PIECE) {
                    byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(from + PIECE, bytes.length));
                    out.write(Base64.getEncoder().encode(piece));
                }
                line("</script>");
            }
        }
    }

    private void data(Map<String, String> data) throws IOException {
        for (Map.Entry<String, String> each : new TreeMap<>(data).entrySet()) {
            line("<script type=\"application/json\" id=\"" + each.getKey() + "\">" + json(each.getValue())
                    + "</script>");
        }
    }

    /** Escapes the character that could end the script element; in JSON it occurs only in strings. */
    private static String json(String json) {
        return json.replace("<", "\\u003c");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    /** A line of {@link PageScripts#resource resources}. */
    private void resource(String text) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private void line(String text) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
