package io.stepprofiler.nativeaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeStatusTest {
    @Test
    void current_isAvailableExactlyWhereTheBuildMadeALibrary() {
        NativeStatus status = NativeStatus.current();
        boolean made = NativeStatus.class.getResource(status.platform() + "/libstepprofiler.so") != null;
        assertThat(status.available()).as(status.reason()).isEqualTo(made);
        assertThat(status.reason().isEmpty()).isEqualTo(made);
    }

    @Test
    void load_onAPlatformWithoutALibrary_saysSo() {
        NativeStatus status = NativeLibrary.load("plan9-pdp11");
        assertThat(status.available()).isFalse();
        assertThat(status.reason()).contains("no native library for plan9-pdp11");
    }

    @Test
    void load_ofALibraryThatCannotBeUnpacked_leavesNothing(@TempDir Path temporary) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("unpacked"));
        InputStream broken = InputStream.nullInputStream();
        broken.close();
        assertThatThrownBy(() -> NativeLibrary.loadBy(folder.resolve("library.so"), broken))
                .isInstanceOf(IOException.class)
                .hasMessage("Stream closed");
        assertThat(temporary).isEmptyDirectory();
    }

    /** Names of functions that a library calls are in it as text, each between zeros. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "kill",
                "tgkill",
                "raise",
                "pthread_kill",
                "pthread_sigqueue",
                "sigqueue",
                "sigaction",
                "signal",
                "setitimer",
                "timer_create",
                "pthread_cancel",
                "ptrace",
                "process_vm_readv",
                "process_vm_writev",
                "prctl",
                "alarm"
            })
    void library_callsNothingThatInterruptsOrReadsAnotherThread(String function) throws IOException {
        assumeThat(NativeStatus.current().available()).isTrue();
        String file = NativeStatus.current().platform() + "/libstepprofiler.so";
        try (InputStream library = NativeStatus.class.getResourceAsStream(file)) {
            String text = new String(library.readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(text).contains("\0pthread_create\0").doesNotContain("\0" + function + "\0");
        }
    }

    @Test
    void platform_isNamedAsTheFoldersAre() {
        assertThat(NativeLibrary.platform("Linux", "amd64")).isEqualTo("linux-x86_64");
        assertThat(NativeLibrary.platform("Linux", "aarch64")).isEqualTo("linux-aarch64");
        assertThat(NativeLibrary.platform("Mac OS X", "aarch64")).isEqualTo("mac-os-x-aarch64");
    }
}
