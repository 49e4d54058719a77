package io.stepprofiler.capture.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class PrivateDirectoryTest {
    @TempDir
    Path parent;

    @Test
    void directory_isItsOwnersAlone_andGoneWhenItIsClosed() throws Exception {
        try (PrivateDirectory directory = PrivateDirectory.in(parent)) {
            assertThat(directory.path()).hasParent(parent);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.path())))
                    .isEqualTo("rwx------");
            Files.writeString(directory.path().resolve("file"), "x");
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void directoriesOfOthers_thatLive_stay_andOfThoseThatAreGoneAreRemoved() throws Exception {
        Path gone = Files.createDirectory(parent.resolve("step-profiler-traces-1"));
        Files.createFile(gone.resolve("lock"));
        Files.writeString(gone.resolve("trace"), "x");
        Path foreign = Files.createDirectory(parent.resolve("step-profiler-traces-2"));
        Path target = Files.createDirectory(parent.resolve("precious"));
        Files.createFile(target.resolve("lock"));
        Files.createSymbolicLink(parent.resolve("step-profiler-traces-3"), target);
        try (PrivateDirectory first = PrivateDirectory.in(parent);
                PrivateDirectory second = PrivateDirectory.in(parent)) {
            assertThat(gone).doesNotExist();
            assertThat(first.path()).exists();
            assertThat(second.path()).exists();
            assertThat(foreign).as("without a lock it is not ours").exists();
            assertThat(target.resolve("lock")).exists();
        }
    }

    @Test
    void directories_thatProcessesMakeAtOnce_stay() throws Exception {
        int count = 3_000;
        Process other = maker(count);
        assertThat(DirectoryMaker.lost(parent, count)).isZero();
        assertThat(other.waitFor()).isZero();
    }

    @Test
    void directories_ofOneProcess_stayWhenAnotherLooksAtThem() throws Exception {
        try (PrivateDirectory first = PrivateDirectory.in(parent);
                URLClassLoader copies = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
                AutoCloseable copy = (AutoCloseable) copies.loadClass(PrivateDirectory.class.getName())
                        .getMethod("in", Path.class)
                        .invoke(null, parent);
                PrivateDirectory last = PrivateDirectory.in(parent)) {
            assertThat(maker(1).waitFor()).isZero();
            assertThat(first.isThere()).isTrue();
            assertThat(last.isThere()).isTrue();
            try (Stream<Path> all = Files.list(parent)) {
                assertThat(all).as("with that of " + copy).hasSize(3);
            }
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void locks_ofOthersOfTheProcess_areClosedOnceTheyAreGone() throws Exception {
        try (URLClassLoader copies = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            for (int i = 0; i < 5; i++) {
                AutoCloseable copy = (AutoCloseable) copies.loadClass(PrivateDirectory.class.getName())
                        .getMethod("in", Path.class)
                        .invoke(null, parent);
                PrivateDirectory.in(parent).close();
                assertThat(openFiles()).as("its lock, twice").hasSize(2);
                copy.close();
            }
            try (PrivateDirectory last = PrivateDirectory.in(parent)) {
                assertThat(openFiles()).containsExactly(last.path().resolve("lock"));
            }
        }
    }

    private List<Path> openFiles() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : all) {
                try {
                    found.add(Files.readSymbolicLink(each));
                } catch (IOException e) {
                    // Closed meanwhile.
                }
            }
        }
        found.removeIf(each -> !each.startsWith(parent));
        return found;
    }

    private Process maker(int count) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPathText(),
                        DirectoryMaker.class.getName(),
                        parent.toString(),
                        Integer.toString(count))
                .inheritIO()
                .start();
    }

    private static String classPathText() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static URL[] classPath() throws IOException {
        List<URL> found = new ArrayList<>();
        for (String each : classPathText().split(File.pathSeparator, -1)) {
            found.add(Path.of(each).toUri().toURL());
        }
        return found.toArray(URL[]::new);
    }

    @Test
    void directory_thatSomebodyHasRemoved_isMadeAgainForItsOwnerAlone() throws Exception {
        try (PrivateDirectory directory = PrivateDirectory.in(parent)) {
            Path path = directory.path();
            Files.delete(path.resolve("lock"));
            Files.delete(path);
            assertThat(directory.path()).isEqualTo(path);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
            assertThat(path.resolve("lock")).exists();
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void directory_whoseLockWasRemoved_isLockedAgain() throws Exception {
        try (PrivateDirectory directory = PrivateDirectory.in(parent)) {
            Path lock = directory.path().resolve("lock");
            Files.delete(lock);
            assertThat(directory.path().resolve("lock")).exists();
            try (PrivateDirectory other = PrivateDirectory.in(parent)) {
                assertThat(directory.isThere()).isTrue();
                assertThat(other.isThere()).isTrue();
            }
        }
    }

    @Test
    void path_afterClose_isRefusedAndMakesNothing() throws Exception {
        PrivateDirectory directory = PrivateDirectory.in(parent);
        directory.close();
        assertThatThrownBy(directory::path).isInstanceOf(IOException.class).hasMessageEndingWith(" is closed");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void links_inPlaceOfTheDirectoryOrInIt_areNotKeptYoung() throws Exception {
        Path precious = Files.createDirectory(parent.resolve("precious"));
        Path file = Files.createFile(precious.resolve("file"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        try (PrivateDirectory directory = PrivateDirectory.in(parent)) {
            Path link = Files.createSymbolicLink(directory.path().resolve("link"), file);
            directory.keepYoung();
            assertThat(Files.getLastModifiedTime(file)).isEqualTo(FileTime.fromMillis(0));
            Files.delete(link);
            Path path = directory.path();
            Files.delete(path.resolve("lock"));
            Files.delete(path);
            Files.createSymbolicLink(path, precious);
            directory.keepYoung();
            assertThat(Files.getLastModifiedTime(file)).isEqualTo(FileTime.fromMillis(0));
            Files.delete(path);
        }
    }

    @Test
    void files_keptYoung_areNotOldEnoughToBeTidiedAway() throws Exception {
        try (PrivateDirectory directory = PrivateDirectory.in(parent)) {
            Path file = Files.createFile(directory.path().resolve("file"));
            for (Path each : List.of(file, file.resolveSibling("lock"))) {
                Files.setLastModifiedTime(each, FileTime.fromMillis(0));
            }
            directory.keepYoung();
            for (Path each : List.of(file, file.resolveSibling("lock"))) {
                assertThat(Files.getLastModifiedTime(each)).isGreaterThan(FileTime.fromMillis(0));
            }
        }
    }

    @Test
    void directory_thatCannotBeMade_isRefusedWithPlaceAndReason() {
        Path nowhere = parent.resolve("nowhere");
        assertThatThrownBy(() -> PrivateDirectory.in(nowhere))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("there can be no directory for traces in " + nowhere + ": ")
                .hasMessageContaining("NoSuchFileException");
    }
}
