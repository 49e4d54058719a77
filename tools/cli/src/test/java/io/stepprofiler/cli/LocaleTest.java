package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocaleTest {
    @Test
    void text_forATerminalWithoutUnicode_isSpelledOut() {
        StringWriter text = new StringWriter();
        PrintWriter writer = CommandLines.ascii(new PrintWriter(text));
        writer.print("3.00 µs ± 0 ns");
        writer.flush();

        assertThat(text).hasToString("3.00 us +- 0 ns");
        assertThat(writer.checkError()).isFalse();
    }

    @Test
    void name_thatTheLocaleCannotWrite_isRefusedWithTheCure(@TempDir Path dir) throws Exception {
        ProcessBuilder java = OwnProcess.builder(List.of(), StepProf.class, "summary");
        String words = String.join("' '", java.command());
        java.command("sh", "-c", "cd '" + dir + "' && exec '" + words + "' \"$(printf 'l\\303\\244uft.json')\"");
        java.environment().put("LC_ALL", "C");

        assertThat(OwnProcess.run(java).output())
                .contains("must be a path: ")
                .contains("; set a UTF-8 locale, as in LC_ALL=C.UTF-8, or name the file's directory");
    }
}
