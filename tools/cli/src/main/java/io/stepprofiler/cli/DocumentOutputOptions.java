package io.stepprofiler.cli;

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

    /** Made by picocli. */
    DocumentOutputOptions() {}

    /** The file to write; null for standard output. */
    @Nullable
    Path file() {
        return out;
    }

    Form form() {
        return format != null ? format : Form.of(out);
    }
}
