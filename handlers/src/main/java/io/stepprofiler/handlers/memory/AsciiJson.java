package io.stepprofiler.handlers.memory;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.OutputStream;

/** JSON in plain ASCII, which leaves the stream it is written to open. */
final class AsciiJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private AsciiJson() {}

    static JsonGenerator generator(OutputStream out) throws IOException {
        return FACTORY.createGenerator(out);
    }
}
