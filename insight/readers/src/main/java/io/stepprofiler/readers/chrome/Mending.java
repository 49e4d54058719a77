package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a damaged part of a document valid, if what it says is clear: words that are no values become null, backslashes
 * and quotes within texts stay what they are.
 */
final class Mending {
    /** Longer parts are lost. */
    private static final int MOST_CHARS = 1 << 16;

    /** The value of a member, a key, an element of a list, a missing value, or a word. */
    private static final Pattern TOKEN = Pattern.compile(
            // A text ends at the quote before the next key, or before the ends of its objects and lists.
            "(?<=:\\s{0,9})\"(.*?)\"(?=\\s*(?:,\\s*\"[^\"]*\"\\s*:|[}\\]][\\s}\\]]*(?:,|\\z)|\\z))"
                    + "|\"([^\"]*)\"(?=\\s*:)"
                    + "|\"(.*?)\"(?=\\s*[,\\]])"
                    + "|(:)(?=\\s*(?:[,}\\]]|\\z))"
                    + "|([^\\s\"{}\\[\\],:](?:[^\"{}\\[\\],:]*[^\\s\"{}\\[\\],:])?)",
            Pattern.DOTALL);

    private static final Pattern VALUE = Pattern.compile(
            "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?" + "|true|false|null|NaN|-?INF|-?Infinity");
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX][0-9a-fA-F]+");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4})|[\"\\\\]");
    /** Within a text, it shows that the end of the text is missing. */
    private static final Pattern KEY = Pattern.compile("\"(?:ph|cat|name|pid|tid|ts|dur|id|args)\"\\s*:");

    private static final Pattern AROUND = Pattern.compile("^[\\s,]+|[\\s,]+$");

    private Mending() {}

    /** A part without the white space and the commas around it. */
    static String content(String part) {
        return AROUND.matcher(part).replaceAll("");
    }

    /** The content of a part, made valid within the brackets around it; empty if it stays damaged. */
    static String of(String content, String opening, String closing) throws IOException {
        if (content.length() > MOST_CHARS) {
            return "";
        }
        String mended = TOKEN.matcher(content).replaceAll(token -> Matcher.quoteReplacement(valid(token)));
        byte[] whole = (opening + mended + closing).getBytes(StandardCharsets.UTF_8);
        try (var json = Parsers.of(whole, 0, whole.length)) {
            while (json.nextToken() != null) {
                json.skipChildren();
            }
            return mended;
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    private static String valid(MatchResult token) {
        if (token.group(4) != null) {
            return ":null";
        }
        String word = token.group(5);
        if (word != null) {
            return HEXADECIMAL.matcher(word).matches()
                    ? '"' + word + '"'
                    : VALUE.matcher(word).matches() ? word : "null";
        }
        String text = token.group().substring(1, token.group().length() - 1);
        // The quote alone leaves the part damaged.
        return KEY.matcher(token.group()).find() ? "\"" : '"' + escaped(text) + '"';
    }

    /** A writer that makes an unknown escape does not escape at all, as with paths of Windows. */
    private static String escaped(String text) {
        boolean isPlain =
                ESCAPE.matcher(text).results().anyMatch(escape -> escape.group().equals("\\"));
        return isPlain
                ? text.replace("\\", "\\\\").replace("\"", "\\\"")
                : ESCAPE.matcher(text)
                        .replaceAll(escape -> Matcher.quoteReplacement(
                                escape.group().length() > 1 ? escape.group() : "\\" + escape.group()));
    }
}
