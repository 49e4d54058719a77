package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.Form;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.export.TraceFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a command's output, a file or standard output, and for its form. */
final class DocumentOutputOptions {
    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "file to write; by default standard output")
    private @Nullable Path out;

    @Option(
            names = "--format",
            description = "${COMPLETION-CANDIDATES}, in any case; by default taken from the ending of the file"
                    + " to write, else text")
    private @Nullable Form format;

    /** The file to write; null for standard output. */
    @Nullable
    Path file() {
        return out;
    }

    /** Writes to the file, or prints on standard output. */
    void write(TraceFile.Content content, Subcommand command) throws IOException {
        if (out == null) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            content.writeTo(text);
            command.out().print(text.toString(StandardCharsets.UTF_8));
        } else {
            TraceFile.replace(out, content);
            command.printWritten(out);
        }
    }

    /** A text as content. */
    static TraceFile.Content text(String text) {
        return stream -> stream.write(text.getBytes(StandardCharsets.UTF_8));
    }

    Form form() {
        return format != null ? format : Form.of(out);
    }
}
