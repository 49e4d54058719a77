package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries as the kernel lists them, whose names need not be valid in any character set. */
class SignalDangerTest {
    private static final String LIBC = "7f10-7f20 r-xp 00000000 fe:00 1234   /usr/lib/x86_64-linux-gnu/libc.so.6\n";

    @TempDir
    private Path dir;

    private Path mapped(String library) throws IOException {
        return Files.writeString(
                dir.resolve("maps"),
                LIBC + "7f30-7f40 r--p 00000000 00:00 0\n7f50-7f60 r-xp 0 fe:00 9  /a b/" + library + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "libtorch_cpu.so",
                "libtorch.so",
                "libdnnl.so.3",
                "libdnnl.so.3.11",
                "libmkldnn.so.0",
                "libtensorflow_cc.so.2",
                "libjnitensorflow.so",
                "libnd4jcpu.so"
            })
    void library_withAnOldOrUnknownOneDnn_isNamed(String library) throws IOException {
        assertThat(SignalDanger.in(mapped(library)))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith(library + " is loaded"));
    }

    @Test
    void library_whoseFileHasBeenDeleted_isNamed() throws IOException {
        assertThat(SignalDanger.in(mapped("libtorch_cpu.so (deleted)")))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("libtorch_cpu.so is loaded"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"libdnnl.so.3.12", "libdnnl.so.4.0", "libxgboost4j.so", "libtorch.txt", "café.so"})
    void library_withoutIt_isNone(String library) throws IOException {
        assertThat(SignalDanger.in(mapped(library))).isEmpty();
    }

    @Test
    void libraries_thatCannotBeKnown_areDangerous() {
        assertThat(SignalDanger.in(dir.resolve("missing")))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("the loaded libraries cannot be listed"));
    }

    @Test
    void thisProcess_withoutSuchALibrary_isInNoDanger() {
        assertThat(SignalDanger.now()).isEmpty();
    }
}
