package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.cli.InputFiles.InputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ReadFilesTest {
    private static final Path DIRECTORY = Path.of("run");

    private final StringWriter err = new StringWriter();
    private final CommandLine line = StepProf.commandLine().setErr(new PrintWriter(err, true));

    private static InputFile found(String name) {
        return new InputFile(DIRECTORY.resolve(name), name, DIRECTORY, false);
    }

    private static InputFile named(String name) {
        return new InputFile(Path.of(name), name, Path.of(name), false);
    }

    @Test
    void file_thatTakesTooMuchMemory_isNamed() {
        assertThatThrownBy(() -> ReadFiles.each(
                        List.of(named("large.json")),
                        file -> {
                            throw new OutOfMemoryError("Java heap space");
                        },
                        line))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("large.json: there is not enough memory");
    }

    @Test
    void files_thatAreFoundAndTakeTooMuchMemory_areLeftOut() throws IOException {
        List<String> read = new ArrayList<>();
        int leftOut = ReadFiles.each(
                List.of(found("large.json"), found("small.json")),
                file -> {
                    if (file.name().equals("large.json")) {
                        throw new OutOfMemoryError("Java heap space");
                    }
                    read.add(file.name());
                },
                line);

        assertThat(leftOut).isOne();
        assertThat(read).containsExactly("small.json");
        assertThat(err.toString()).startsWith("stepprof: left out: " + DIRECTORY.resolve("large.json"));
    }
}
