package io.stepprofiler.handlers.chrome;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.stepprofiler.handlers.output.SafeText;

/** Java strings as JSON in UTF-8 that every reader takes. */
final class JsonText {
    private JsonText() {}

    /** A text as a JSON string, with its quotes. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, json);
        return json.append('"').toString();
    }

    /** A number as JSON; what JSON has no number for becomes a string. */
    static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : '"' + Double.toString(value) + '"';
    }

    /**
     * A JSON text in UTF-8, as {@link SafeText}. The delete character, which JSON allows and Perfetto takes for an
     * error, is escaped; it occurs in strings only.
     */
    static byte[] utf8(String json) {
        String safe = json.indexOf('\u007f') < 0 ? json : json.replace("\u007f", "\\u007f");
        return SafeText.utf8(safe);
    }
}
