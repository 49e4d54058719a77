package io.stepprofiler.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the one file that a command writes, or standard output, and for its form. */
final class FormedOutput {
    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "file to write; standard output if there is none")
    private @Nullable Path out;

    @Option(
            names = "--format",
            description = "${COMPLETION-CANDIDATES}, in small letters, too; by default what the ending of the file to"
                    + " write says, else text")
    private @Nullable Form format;

    /** Made by picocli. */
    FormedOutput() {}

    /** Null for standard output. */
    @Nullable
    Path file() {
        return out;
    }

    Form form() {
        return format != null ? format : Form.of(out);
    }
}
