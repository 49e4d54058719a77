package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;

/** A value of the file as text again, with its numbers as they were written. */
final class RawJson {
    /** Longer ones are left out. */
    private static final int MOST_CHARS = 1 << 22;

    private static final JsonFactory FACTORY = new JsonFactory();

    private RawJson() {}

    /** The value whose first token is the present one, up to its last; empty if it is too long. */
    static String read(JsonParser json) throws IOException {
        StringWriter text = new StringWriter();
        boolean fits = true;
        // Closed, a generator leaves its buffers to the next one.
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            for (int depth = 0; ; json.nextToken()) {
                JsonToken token = json.currentToken();
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (fits) {
                    copy(json, out);
                    fits = text.getBuffer().length() <= MOST_CHARS;
                }
                if (depth == 0) {
                    break;
                }
            }
        }
        return fits ? text.toString() : "";
    }

    private static void copy(JsonParser json, JsonGenerator out) throws IOException {
        JsonToken token = json.currentToken();
        String number = token.isNumeric() ? json.getText() : "";
        char last = number.isEmpty() ? ' ' : number.charAt(number.length() - 1);
        if (last >= '0' && last <= '9') {
            out.writeNumber(number);
        } else if (token.isNumeric()) {
            // NaN or an infinity, which is no number in JSON.
            out.writeString(number);
        } else {
            out.copyCurrentEvent(json);
        }
    }
}
