package io.stepprofiler.capture.announced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Announcements where there is no {@code /proc}. */
@DisabledOnOs(OS.WINDOWS)
class PortableProcessesTest {
    private static final long PID = ProcessHandle.current().pid();

    @TempDir
    private Path root;

    private Path temporary;
    private Announcements announcements;

    @BeforeEach
    void machine() throws IOException {
        temporary = Files.createDirectory(root.resolve("tmp"));
        announcements = new Announcements(new PortableProcesses(root), temporary);
    }

    private Path announce(Optional<Path> token) throws IOException {
        announcements.publish(Announcement.here("127.0.0.1", 9012, token, Optional.empty()));
        try (Stream<Path> files = Files.list(temporary)) {
            return files.findFirst().orElseThrow().resolve(String.valueOf(PID));
        }
    }

    @Test
    void server_thatIsAnnounced_isFoundByItsProcess_withItsToken() throws IOException {
        Path token = announcements.makeToken();
        announce(Optional.of(token));
        assertThat(announcements.in(PID)).hasValueSatisfying(found -> {
            assertThat(found.address()).isEqualTo("127.0.0.1:9012");
            assertThat(found.token()).hasValue(token);
        });
        assertThat(announcements.read()).extracting(Announcement::pid).containsExactly(PID);
    }

    @Test
    void user_leavesNoFile() throws IOException {
        assertThat(new PortableProcesses(root).user()).isEqualTo(ProcessTable.owner(temporary));
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void server_whereFilesHaveNoUsers_isNotAnnouncedAndHarmsNothing() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(root.resolve("no-users.zip"), Map.of("create", "true"))) {
            Path place = zip.getPath("/");
            Files.createDirectory(place.resolve("tmp"));
            Announcements none = new Announcements(new PortableProcesses(place), place.resolve("tmp"));
            assertThatThrownBy(none::makeToken).isInstanceOf(UnsupportedOperationException.class);
            none.publish(Announcement.here("127.0.0.1", 9012, Optional.empty(), Optional.empty()))
                    .run();
            assertThat(none.in(PID)).isEmpty();
            assertThat(none.read()).isEmpty();
            assertThat(place.resolve("tmp")).isEmptyDirectory();
        }
    }

    @Test
    void announcement_ofAnEarlierProcessWithTheSameNumber_isNotBelieved() throws IOException {
        Path file = announce(Optional.empty());
        Files.writeString(
                file, Files.readString(file).replaceAll("(?m)^started=.*$", "started=1970-01-01T00\\\\:00\\\\:00Z"));
        assertThat(announcements.in(PID)).isEmpty();
        assertThat(announcements.read()).isEmpty();
    }

    @Test
    void announcement_ofAProcessThatIsGone_isRemoved() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        process.destroyForcibly().waitFor();
        Path file = announce(Optional.empty());
        Path gone = Files.copy(file, file.resolveSibling(String.valueOf(process.pid())));
        assertThat(announcements.in(process.pid())).isEmpty();
        assertThat(announcements.read()).extracting(Announcement::pid).containsExactly(PID);
        assertThat(gone).doesNotExist();
    }

    @Test
    void file_thatIsNamedLikeNoProcess_isRemoved_andTheOthersAreRead() throws IOException {
        Path file = announce(Optional.empty());
        Path odd = Files.writeString(file.resolveSibling("1x"), "");
        assertThat(announcements.read()).extracting(Announcement::pid).containsExactly(PID);
        assertThat(odd).doesNotExist();
    }
}
