package io.stepprofiler.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit tests of the page's scripts, which are written in their language. */
class ScriptsTest {
    private static final Path TESTS = Path.of("src/test/js");
    private static final long SECONDS = 120;

    @TempDir
    private Path dir;

    @Test
    void scripts_byTheTestsOfNode_areFine() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Program.NODE.orSkip("the unit tests of the page's scripts").toString());
        command.add("--test");
        try (Stream<Path> files = Files.list(TESTS)) {
            files.map(Path::toString)
                    .filter(name -> name.endsWith(".test.mjs"))
                    .sorted()
                    .forEach(command::add);
        }
        assertThat(command).hasSizeGreaterThan(2);
        Path output = dir.resolve("output.txt");
        Process node = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = node.waitFor(SECONDS, TimeUnit.SECONDS);
        node.destroyForcibly();
        assertThat(ended).as("ended in time").isTrue();
        assertThat(node.exitValue())
                .as(Files.readString(output, StandardCharsets.UTF_8))
                .isZero();
    }
}
