package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.stepprofiler.agent.options.Verbosity;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    private final PrintStream before = System.err;

    @AfterEach
    void putBack() {
        System.setErr(before);
    }

    private static void assertSilent(@Nullable PrintStream err) {
        System.setErr(err);
        assertThatCode(() -> new Console(Verbosity.NORMAL).warn("something")).doesNotThrowAnyException();
    }

    @Test
    void warn_textWithControlCharacters_isOneLineWithoutThem() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        new Console(Verbosity.NORMAL).warn("dir = '\u001b[31m'\nis wrong");
        assertThat(printed.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo("step-profiler: dir = '\\u001b[31m' is wrong");
    }

    @Test
    void warn_withoutStandardError_isNobodysTrouble() {
        assertSilent(null);
    }

    @Test
    void warn_toAStreamThatThrows_isNobodysTrouble() {
        assertSilent(new PrintStream(System.out) {
            @Override
            public void println(String text) {
                throw new IllegalStateException("closed by the program");
            }
        });
    }
}
