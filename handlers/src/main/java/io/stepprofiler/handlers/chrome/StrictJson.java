package io.stepprofiler.handlers.chrome;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stepprofiler.handlers.output.SafeText;
import java.io.IOException;

/**
 * JSON from users, in a form that every reader accepts. Loaded only if there is such JSON, because a mapper has some
 * four hundred classes.
 */
final class StrictJson {
    /** Python, which TensorBoard runs on, fails on a file that is nested about a thousand levels deep. */
    static final int MAX_DEPTH = 100;

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private StrictJson() {}

    /**
     * Writes a text as a value; writes nothing and returns false if it is empty.
     *
     * @throws JsonProcessingException before anything is written, if it cannot be represented
     */
    static boolean write(String text, JsonGenerator json) throws IOException {
        JsonNode tree = representable(text);
        boolean isThere = !tree.isMissingNode();
        if (isThere) {
            write(tree, json);
        }
        return isThere;
    }

    /** Writes a tree that has been read. */
    static void write(JsonNode tree, JsonGenerator json) throws IOException {
        STRICT.writeTree(json, tree);
    }

    /** Parses a text; reads it twice, since replacing unrepresentable characters may have made keys equal. */
    static JsonNode representable(String text) throws JsonProcessingException {
        try {
            return STRICT.readTree(SafeText.of(STRICT.readTree(text).toString()));
        } catch (NumberFormatException | ArithmeticException e) {
            // An exponent that no number of Java's has; the grammar of JSON allows it.
            throw new JsonParseException(null, "a number is out of range", e);
        }
    }
}
