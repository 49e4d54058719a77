package io.stepprofiler.handlers.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes one JSON document to a stream in UTF-8; compressed if the file's name ends in {@code .gz}.
 *
 * <p>Compression is zlib's fastest: trace files repeat themselves so much that more effort gains little.
 */
public final class JsonFile {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int BLOCK = 1 << 16;

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
            try (OutputStream gzip = new FastGzip(new Unclosed(out))) {
                generate(gzip, content);
            }
        } else {
            generate(out, content);
        }
    }

    private static void generate(OutputStream out, Content content) throws IOException {
        // Not closed: that would complete the document also where its content failed.
        JsonGenerator json = FACTORY.createGenerator(out);
        content.writeTo(json);
        json.flush();
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, BLOCK);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
