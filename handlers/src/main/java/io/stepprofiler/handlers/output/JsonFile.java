package io.stepprofiler.handlers.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;

/** Writes one JSON document to a stream in UTF-8; compressed if the file's name ends in {@code .gz}. */
public final class JsonFile {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonFile() {}

    /** Writes the content of a document. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes all of it; need not flush or close.
         *
         * @param json where to write
         * @throws IOException if the stream fails
         */
        void writeTo(JsonGenerator json) throws IOException;
    }

    /**
     * Writes a document.
     *
     * @param fileName name of the file; its ending says whether it is compressed
     * @param out where to write; not closed
     * @param content what to write
     * @throws IOException if {@code out} fails
     */
    public static void write(String fileName, OutputStream out, Content content) throws IOException {
        if (fileName.endsWith(".gz")) {
            try (FastGzip gzip = new FastGzip(out)) {
                generate(gzip, content);
                gzip.finish();
                gzip.flush();
            }
        } else {
            generate(out, content);
        }
    }

    private static void generate(OutputStream out, Content content) throws IOException {
        // Not closed, because that would complete the document even if its content failed.
        JsonGenerator json = FACTORY.createGenerator(out);
        content.writeTo(json);
        json.flush();
    }
}
