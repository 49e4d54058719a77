package io.stepprofiler.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedLibrariesTest {
    @TempDir
    Path dir;

    @Test
    void libraries_eachOnce() throws IOException {
        Path list = Files.writeString(dir.resolve("maps"), """
                7f00-7f10 r-xp 00000000 08:01 12 /usr/lib/libc.so.6
                7f10-7f20 rw-p 00000000 08:01 12 /usr/lib/libc.so.6
                7f20-7f30 rw-p 00000000 00:00 0 [heap]
                7f30-7f40 r--p 00000000 08:01 13 /opt/my models/app.jar
                7f40-7f50 r-xp 00000000 08:01 14 /opt/my models/libtorch_cpu.so
                """);
        assertThat(MappedLibraries.in(list)).containsExactly("/usr/lib/libc.so.6", "/opt/my models/libtorch_cpu.so");
    }

    @Test
    void lines_thatOnlyLookLikeLibraries_areNone() throws IOException {
        Path list = Files.writeString(dir.resolve("maps"), """
                7f10-7f20 r-xp 00000000 08:01 13 /tmp/lib.so.d/app.jar
                7f20-7f30 r-xp 00000000 08:01 14 /tmp/.so
                7f30-7f40 r-xp 00000000 00:00 0 [not.so]
                7f40-7f50 r-xp 00000000 08:01 15 /tmp/my lib.so.1
                """);
        assertThat(MappedLibraries.in(list)).containsExactly("/tmp/my lib.so.1");
    }

    /** As where a program unpacks it, loads it and deletes it, or has been updated since. */
    @Test
    void library_whoseFileHasBeenDeleted_isOne() throws IOException {
        Path list = Files.writeString(dir.resolve("maps"), "7f00-7f10 r-xp 0 08:01 12 /tmp/libgone.so (deleted)\n");
        assertThat(MappedLibraries.in(list)).containsExactly("/tmp/libgone.so");
    }
}
