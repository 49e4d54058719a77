package io.stepprofiler.capture.announced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class AnnouncementsTest {
    private static final long PID = ProcessHandle.current().pid();
    private static final int OTHER_USER = 65_534;

    @TempDir
    private Path dir;

    private Path temporary;
    private Path proc;
    private Announcements announcements;

    /** A machine on which this process is the only one. */
    @BeforeEach
    void machine() throws IOException {
        temporary = Files.createDirectories(dir.resolve("root/tmp"));
        proc = Files.createDirectory(dir.resolve("proc"));
        Path self = Files.createDirectories(proc.resolve("self/ns")).getParent();
        Files.createSymbolicLink(self.resolve("root"), dir.resolve("root"));
        Files.createFile(self.resolve("ns/mnt"));
        process(PID, 4711, PID);
        announcements = new Announcements(new LinuxProcesses(proc, ProcessTable::owner), temporary);
    }

    private Path process(long pid, long started, long ownNumber) throws IOException {
        Path process = Files.createDirectories(proc.resolve(String.valueOf(pid)));
        Files.writeString(process.resolve("stat"), pid + " (a (b) c) S" + " 0".repeat(18) + " " + started + " 0 0");
        Files.writeString(process.resolve("status"), "Name:\tjava\nNSpid:\t" + pid + "\t" + ownNumber + "\n");
        link(process.resolve("root"), dir.resolve("root"));
        Files.createDirectories(process.resolve("ns"));
        link(process.resolve("ns/mnt"), proc.resolve("self/ns/mnt"));
        return process;
    }

    private static void link(Path link, Path target) throws IOException {
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, target);
    }

    private Runnable publish() {
        return announcements.publish(Announcement.here("127.0.0.1", 9012, Optional.empty(), Optional.empty()));
    }

    private Path directory() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.findFirst().orElseThrow();
        }
    }

    @Test
    void server_thatIsAnnounced_isFoundByItsProcess() {
        Runnable withdraw = publish();
        assertThat(announcements.in(PID)).hasValueSatisfying(found -> {
            assertThat(found.pid()).isEqualTo(PID);
            assertThat(found.address()).isEqualTo("127.0.0.1:9012");
            assertThat(found.program()).isNotEmpty();
            assertThat(found.token()).isEmpty();
        });
        assertThat(announcements.read()).hasSize(1);
        withdraw.run();
        assertThat(announcements.in(PID)).isEmpty();
        assertThat(announcements.read()).isEmpty();
    }

    @Test
    void file_ofAnAnnouncement_isItsOwnersAlone() throws IOException {
        publish();
        Path file = directory().resolve(String.valueOf(PID));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void announcement_keptYoung_isNotOldEnoughToBeTidiedAway_norIsItsToken() throws IOException {
        Path token = announcements.makeToken();
        publish();
        Path file = directory().resolve(String.valueOf(PID));
        for (Path each : List.of(file, token)) {
            Files.setLastModifiedTime(each, FileTime.fromMillis(0));
        }
        announcements.keepYoung();
        for (Path each : List.of(file, token)) {
            assertThat(Files.getLastModifiedTime(each)).isGreaterThan(FileTime.fromMillis(0));
        }
    }

    @Test
    void keepYoung_whateverGoesWrong_doesNotThrow() {
        Announcements failing = new Announcements(
                new LinuxProcesses(proc, file -> {
                    throw new UnsupportedOperationException("unix:uid");
                }),
                temporary);
        assertThatCode(failing::keepYoung).doesNotThrowAnyException();
    }

    @Test
    void announcement_ofAProcessThatIsGone_isRemoved() throws IOException {
        publish();
        Path file = directory().resolve(String.valueOf(PID));
        Files.copy(file, file.resolveSibling("999999"));
        Files.writeString(file.resolveSibling("999999.token"), "secret");
        assertThat(announcements.read()).extracting(Announcement::pid).containsExactly(PID);
        assertThat(file.resolveSibling("999999")).doesNotExist();
        assertThat(file.resolveSibling("999999.token")).doesNotExist();
    }

    @Test
    void announcement_ofAnEarlierProcessWithTheSameNumber_isNotBelieved() throws IOException {
        publish();
        process(PID, 4712, PID);
        assertThat(announcements.in(PID)).isEmpty();
        assertThat(announcements.read()).isEmpty();
    }

    private Announcement withFiles(Path token) {
        return Announcement.here("127.0.0.1", 9012, Optional.of(token), Optional.of(Path.of("/c.pem")));
    }

    /** A root directory of a container, which has the same directory for temporary files. */
    private Path container() throws IOException {
        Path root = Files.createDirectory(dir.resolve("container"));
        Files.createSymbolicLink(root.resolve("tmp"), temporary);
        return root;
    }

    @Test
    void process_inAContainer_isFoundByItsNumberHere_withItsFilesAsSeenFromHere() throws IOException {
        announcements.publish(withFiles(announcements.makeToken()));
        link(process(500, 4711, PID).resolve("root"), container());
        assertThat(announcements.in(500)).hasValueSatisfying(found -> {
            assertThat(found.pid()).isEqualTo(PID);
            assertThat(found.certificate()).hasValue(proc.resolve("500/root/c.pem"));
        });
    }

    @Test
    void token_ofAProcessOfThisUserThatSeesTheSame_isSent() throws IOException {
        Path token = announcements.makeToken();
        announcements.publish(withFiles(token));
        assertThat(announcements.in(PID).orElseThrow().token()).hasValue(token);
    }

    @Test
    void token_ofAProcessWithAnotherRoot_isNotSent() throws IOException {
        announcements.publish(withFiles(announcements.makeToken()));
        link(proc.resolve(PID + "/root"), container());
        assertThat(announcements.in(PID).orElseThrow().token()).isEmpty();
    }

    @Test
    void token_ofAProcessWithOtherMounts_isNotSent() throws IOException {
        announcements.publish(withFiles(announcements.makeToken()));
        link(proc.resolve(PID + "/ns/mnt"), Files.createFile(dir.resolve("mnt")));
        Announcement found = announcements.in(PID).orElseThrow();
        assertThat(found.token()).isEmpty();
        assertThat(found.certificate()).hasValue(proc.resolve(PID + "/root/c.pem"));
    }

    @Test
    void token_ofAProcessOfAnotherUser_isNotSent_evenIfTheFileIsThatUsers() throws IOException {
        announcements.publish(withFiles(announcements.makeToken()));
        Announcements seenByOther = new Announcements(
                new LinuxProcesses(proc, file -> file.endsWith("self") ? OTHER_USER : ProcessTable.owner(file)),
                temporary);
        Announcement found = seenByOther.in(PID).orElseThrow();
        assertThat(found.token()).isEmpty();
        assertThat(found.certificate()).hasValue(Path.of("/c.pem"));
    }

    @Test
    void directory_thatOthersMayWrite_isNotUsed() throws IOException {
        publish();
        Path directory = directory();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(announcements.read()).isEmpty();
        assertThat(announcements.in(PID)).isEmpty();
        Files.delete(directory.resolve(String.valueOf(PID)));
        publish();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void directory_thatIsALink_isNotUsed() throws IOException {
        publish();
        Path directory = directory();
        Path elsewhere = Files.move(directory, dir.resolve("elsewhere"));
        Files.createSymbolicLink(directory, elsewhere);
        assertThat(announcements.read()).isEmpty();
        assertThat(announcements.in(PID)).isEmpty();
    }

    @Test
    void file_thatIsNoAnnouncement_isPassedOver() throws IOException {
        publish();
        Files.writeString(directory().resolve(String.valueOf(PID)), "started=4711\nport=none\n");
        assertThat(announcements.in(PID)).isEmpty();
        assertThat(announcements.read()).isEmpty();
    }

    @Test
    void token_isLongSecretNewAndWithdrawnWithTheServer() throws IOException {
        Path first = announcements.makeToken();
        String secret = Files.readString(first);
        assertThat(secret).matches("[0-9a-f]{64}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first)))
                .isEqualTo("rw-------");
        Path second = announcements.makeToken();
        assertThat(Files.readString(second)).isNotEqualTo(secret);
        announcements
                .publish(Announcement.here("127.0.0.1", 9012, Optional.of(second), Optional.empty()))
                .run();
        assertThat(second).doesNotExist();
    }
}
