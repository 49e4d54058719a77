package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

class RunInputTest {
    @TempDir
    private Path dir;

    private final StringWriter err = new StringWriter();
    private final Reading command = new Reading();

    @Command(name = "stepprof")
    private static final class Reading extends Subcommand {
        @Override
        public Integer call() {
            return 0;
        }
    }

    private RunInput input(Path given) throws IOException {
        CommandLines.of(command).setErr(new PrintWriter(err, true));
        return RunInput.ofWindows(InputFile.of(List.of(given), false), new ReadLimits(), command);
    }

    private Path window(String id, int number, String name) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        InputsTest.window(id, number).export(file);
        return file;
    }

    @Test
    void file_thatTakesTooMuchMemory_isNamed() throws IOException {
        Path large = window("a", 1, "large.json");
        try (RunInput input = input(large)) {
            assertThatThrownBy(() -> input.forEach(window -> {
                        throw new OutOfMemoryError("Java heap space");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(large + ": there is not enough memory");
        }
    }

    @Test
    void files_thatAreFoundAndTakeTooMuchMemory_areLeftOut() throws IOException {
        window("a", 1, "run/large.json");
        window("b", 2, "run/small.json");
        List<String> read = new ArrayList<>();
        try (RunInput input = input(dir.resolve("run"))) {
            input.forEach(window -> {
                if (window.file().name().equals("large.json")) {
                    throw new OutOfMemoryError("Java heap space");
                }
                read.add(window.file().name());
            });
            input.finish();

            assertThat(input.unread()).hasSize(1);
            assertThat(input.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        }
        assertThat(read).containsExactly("small.json");
        assertThat(err.toString()).startsWith("stepprof: left out: " + dir.resolve("run/large.json"));
    }

    @Test
    void window_whoseFirstFileFailsWhileItIsTaken_isThatOfItsOtherFile() throws IOException {
        window("a", 1, "run/a.json");
        window("a", 1, "run/b.json.gz");
        window("a", 1, "run/c.json.gz");
        List<String> taken = new ArrayList<>();
        try (RunInput input = input(dir.resolve("run"))) {
            input.forEach(window -> {
                if (window.file().name().equals("a.json")) {
                    throw new IOException("damaged");
                }
                taken.add(window.file().name());
            });
            assertThat(input.unread()).hasSize(1);
        }
        assertThat(taken).containsExactly("b.json.gz");
    }
}
