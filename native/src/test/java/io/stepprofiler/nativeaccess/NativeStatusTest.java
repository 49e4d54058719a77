package io.stepprofiler.nativeaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void platform_isNamedAsTheFoldersAre() {
        assertThat(NativeLibrary.platform("Linux", "amd64")).isEqualTo("linux-x86_64");
        assertThat(NativeLibrary.platform("Linux", "aarch64")).isEqualTo("linux-aarch64");
        assertThat(NativeLibrary.platform("Mac OS X", "aarch64")).isEqualTo("mac-os-x-aarch64");
    }
}
