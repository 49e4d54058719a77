package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Files with the events of a test, read as anybody reads them. */
final class ChromeFile {
    private ChromeFile() {}

    /** A list of events in its object; quotes are written as apostrophes. */
    static String document(String... events) {
        return json("{'traceEvents':[" + String.join(",\n", events) + "]}");
    }

    /** JSON with apostrophes for quotes. */
    static String json(String text) {
        return text.replace('\'', '"');
    }

    static ImportedTrace read(Path dir, String text) throws IOException {
        return read(dir, text.getBytes(StandardCharsets.UTF_8), ImportOptions.DEFAULT);
    }

    static ImportedTrace read(Path dir, byte[] bytes, ImportOptions options) throws IOException {
        Path file = dir.resolve("some.json");
        Files.write(file, bytes);
        return Traces.open(file, options);
    }

    static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }
}
