package io.stepprofiler.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileTest {
    private enum Operation {
        REPLACE {
            @Override
            void write(Path file, TraceFile.Content content) throws IOException {
                TraceFile.replace(file, content);
            }
        },
        CREATE {
            @Override
            void write(Path file, TraceFile.Content content) throws IOException {
                TraceFile.create(file, content);
            }
        };

        abstract void write(Path file, TraceFile.Content content) throws IOException;
    }

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("trace.json");
    }

    private static TraceFile.Content text(String text) {
        return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes something and then throws. */
    private static TraceFile.Content failing(IOException failure) {
        return out -> {
            text("half of it").writeTo(out);
            throw failure;
        };
    }

    private List<String> filesThere() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_missingDirectories_areCreated(Operation operation) throws IOException {
        Path deep = directory.resolve("log/run 1/trace.json");
        operation.write(deep, text("content"));
        assertThat(deep).hasContent("content");
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_directoryIsALink_writesThroughIt(Operation operation) throws IOException {
        Path target = Files.createDirectory(directory.resolve("target"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);
        operation.write(link.resolve("trace.json"), text("content"));
        operation.write(link.resolve("deeper/trace.json"), text("deeper"));
        assertThat(target.resolve("trace.json")).hasContent("content");
        assertThat(target.resolve("deeper/trace.json")).hasContent("deeper");
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_directoryIsAFile_failsAndKeepsIt(Operation operation) throws IOException {
        Files.writeString(file, "a file");
        assertThatThrownBy(() -> operation.write(file.resolve("trace.json"), text("content")))
                .isInstanceOf(IOException.class);
        assertThat(file).hasContent("a file");
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_notYetComplete_isUnderAHiddenTemporaryName(Operation operation) throws IOException {
        List<String> seen = new ArrayList<>();
        operation.write(file, out -> {
            text("half").writeTo(out);
            seen.addAll(filesThere());
            text(" and half").writeTo(out);
        });
        assertThat(seen).singleElement().asString().matches("\\.trace\\.json.*\\.tmp");
        assertThat(file).hasContent("half and half");
        assertThat(filesThere()).containsExactly("trace.json");
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_contentFails_throwsThatAndLeavesNothing(Operation operation) throws IOException {
        IOException failure = new IOException("disk full");
        assertThatThrownBy(() -> operation.write(file, failing(failure))).isSameAs(failure);
        assertThatThrownBy(() -> operation.write(file, out -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(filesThere()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_pathWithoutAParent_isInTheWorkingDirectory(Operation operation) throws IOException {
        Path bare = Path.of(
                "TraceFileTest-" + operation + "-" + ProcessHandle.current().pid());
        try {
            operation.write(bare, text("content"));
            assertThat(bare.toAbsolutePath()).hasContent("content");
        } finally {
            Files.deleteIfExists(bare);
        }
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_root_namesParameterValueAndRule(Operation operation) {
        Path root = directory.getRoot();
        assertThatThrownBy(() -> operation.write(root, text("")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("file = " + root + " is not allowed: must name a file in a directory");
    }

    @ParameterizedTest
    @EnumSource
    void removeUnfinished_whileAFileIsWritten_leavesNothingOfIt(Operation operation) throws IOException {
        assertThatThrownBy(() -> operation.write(file, out -> {
                    text("half of it").writeTo(out);
                    TraceFile.removeUnfinished();
                }))
                .isInstanceOf(IOException.class);
        assertThat(filesThere()).isEmpty();

        operation.write(file, text("all of it"));
        TraceFile.removeUnfinished();
        assertThat(file).hasContent("all of it");
    }

    @Test
    void replace_olderFile_isWholeUntilTheNewOneIs() throws IOException {
        Files.writeString(file, "old");
        TraceFile.replace(file, out -> {
            text("new").writeTo(out);
            assertThat(file).hasContent("old");
        });
        assertThat(file).hasContent("new");
        assertThat(filesThere()).containsExactly("trace.json");
    }

    @Test
    void replace_contentFails_keepsTheOlderFile() throws IOException {
        Files.writeString(file, "old");
        assertThatThrownBy(() -> TraceFile.replace(file, failing(new IOException("disk full"))))
                .hasMessage("disk full");
        assertThat(file).hasContent("old");
        assertThat(filesThere()).containsExactly("trace.json");
    }

    @Test
    void replace_fileThatCannotHaveItsName_namesItAndLeavesNoTemporaryFile() throws IOException {
        Path named = directory.resolve("a".repeat(300));
        assertThatThrownBy(() -> TraceFile.replace(named, text("content")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(named + ": it cannot be written: ");
        assertThat(filesThere()).isEmpty();
    }

    @Test
    void replace_directoryOfThatName_failsAndLeavesNoTemporaryFile() throws IOException {
        Files.createDirectories(file.resolve("not empty"));
        assertThatThrownBy(() -> TraceFile.replace(file, text("content")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it is a directory");
        assertThat(filesThere()).containsExactly("trace.json");
        assertThat(file.resolve("not empty")).isDirectory();
    }

    @Test
    void replace_link_writesTheFileThatItLeadsToAndKeepsIt() throws IOException {
        Path target = Files.createDirectory(directory.resolve("elsewhere")).resolve("old.json");
        Files.writeString(target, "old");
        Path near = Files.createSymbolicLink(directory.resolve("near.json"), Path.of("elsewhere/old.json"));
        Files.createSymbolicLink(file, near);

        TraceFile.replace(file, text("new"));

        assertThat(file).isSymbolicLink().hasContent("new");
        assertThat(near).isSymbolicLink();
        assertThat(target).isRegularFile().hasContent("new");
        assertThat(filesThere()).containsExactlyInAnyOrder("elsewhere", "near.json", "trace.json");
    }

    @Test
    void replace_linkToWhatIsNotThere_createsThat() throws IOException {
        Files.createSymbolicLink(file, Path.of("later/new.json"));

        TraceFile.replace(file, text("new"));

        assertThat(file).isSymbolicLink();
        assertThat(directory.resolve("later/new.json")).isRegularFile().hasContent("new");
    }

    @Test
    void replace_linkToItself_isRefused() throws IOException {
        Files.createSymbolicLink(file, file);

        assertThatThrownBy(() -> TraceFile.replace(file, text("new")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("file = " + file + " is not allowed: it is a link that leads nowhere");
        assertThat(file).isSymbolicLink();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void replace_namedPipe_isRefusedBeforeItsContentIsMadeAndKept(boolean throughALink) throws Exception {
        Path pipe = directory.resolve("pipe");
        makePipe(pipe);
        Path written = throughALink ? Files.createSymbolicLink(file, pipe) : pipe;

        assertThatThrownBy(() -> TraceFile.replace(written, out -> {
                    throw new AssertionError("asked for its content");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("file = " + written + " is not allowed: it is a named pipe or a device, must be a regular"
                        + " file, or not be there");
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
        assertThat(filesThere()).allMatch(name -> name.equals("pipe") || name.equals("trace.json"));
    }

    private static void makePipe(Path pipe) throws InterruptedException {
        try {
            assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no named pipes here");
        } catch (IOException e) {
            abort("no mkfifo: " + e.getMessage());
        }
    }

    @Test
    void create_existingFile_isRefusedAndKept() throws IOException {
        Files.writeString(file, "old");
        assertThatThrownBy(() -> TraceFile.create(file, out -> {
                    throw new AssertionError("asked for its content");
                }))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("trace.json");
        assertThat(file).hasContent("old");
        assertThat(filesThere()).containsExactly("trace.json");
    }

    @Test
    void create_linkToNowhere_isRefusedAndKept() throws IOException {
        Files.createSymbolicLink(file, directory.resolve("nowhere"));
        assertThatThrownBy(() -> TraceFile.create(file, text("content")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).isSymbolicLink();
    }

    @Test
    void create_whileAnotherCreates_succeedsForTheOneThatIsFirstComplete() throws IOException {
        assertThatThrownBy(() -> TraceFile.create(file, out -> {
                    text("fi").writeTo(out);
                    TraceFile.create(file, text("second"));
                    text("rst").writeTo(out);
                }))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("second");
        assertThat(filesThere()).containsExactly("trace.json");
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_longName_isPossible(Operation operation) throws IOException {
        Path longest = directory.resolve("n".repeat(255));
        operation.write(longest, text("content"));
        assertThat(longest).hasContent("content");
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void write_directoryThatCannotBeMade_saysWhichAndWhy(Operation operation) throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("nowhere"));
        Files.writeString(file, "a file");

        assertThatThrownBy(() -> operation.write(link.resolve("log/trace.json"), text("content")))
                .isInstanceOf(IOException.class)
                .hasMessage("The directory " + link.resolve("log") + " cannot be created: " + link
                        + " is a link to nowhere");
        assertThatThrownBy(() -> operation.write(file.resolve("log/trace.json"), text("content")))
                .isInstanceOf(IOException.class)
                .hasMessage("The directory " + file.resolve("log") + " cannot be created: " + file + " is a file");
    }

    @Test
    void probe_newDirectory_leavesItEmpty() throws IOException {
        Path dir = directory.resolve("log");
        TraceFile.probe(dir, text("content"));
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void probe_contentFails_throwsThatAndLeavesNothing() throws IOException {
        IOException failure = new IOException("disk full");
        assertThatThrownBy(() -> TraceFile.probe(directory, failing(failure))).isSameAs(failure);
        assertThat(filesThere()).isEmpty();
    }

    /** What each of many threads met that did the same at the same time: an empty text, or the exception's class. */
    private static List<String> outcomes(int threads, Callable<Void> operation) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<String>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(executor.submit(() -> {
                    start.await();
                    try {
                        operation.call();
                        return "";
                    } catch (IOException e) {
                        return e.getClass().getSimpleName();
                    }
                }));
            }
            start.countDown();
            List<String> outcomes = new ArrayList<>();
            for (Future<String> result : results) {
                outcomes.add(result.get());
            }
            return outcomes;
        } finally {
            executor.shutdownNow();
        }
    }

    private static TraceFile.Content manyLines() {
        String line = "written by " + Thread.currentThread().getName() + "\n";
        return out -> {
            for (int i = 0; i < 200; i++) {
                text(line).writeTo(out);
            }
        };
    }

    private static void assertWrittenByOne(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(200);
        assertThat(lines).containsOnly(lines.get(0));
    }

    @Test
    void create_manyThreadsAtOnce_exactlyOneWins() throws Exception {
        int threads = 8;
        for (int round = 0; round < 50; round++) {
            Path contested = directory.resolve("round" + round + "/trace.json");
            List<String> outcomes = outcomes(threads, () -> {
                TraceFile.create(contested, manyLines());
                return null;
            });
            assertThat(outcomes).filteredOn(String::isEmpty).hasSize(1);
            assertThat(outcomes)
                    .filteredOn("FileAlreadyExistsException"::equals)
                    .hasSize(threads - 1);
            assertWrittenByOne(contested);
            assertThat(contested.getParent().toFile().list()).containsExactly("trace.json");
        }
    }

    @Test
    void replace_manyThreadsAtOnce_leavesOneWholeContent() throws Exception {
        for (int round = 0; round < 50; round++) {
            List<String> outcomes = outcomes(8, () -> {
                TraceFile.replace(file, manyLines());
                return null;
            });
            assertThat(outcomes).containsOnly("");
            assertWrittenByOne(file);
            assertThat(filesThere()).containsExactly("trace.json");
        }
    }

    @Test
    void write_contentClosesTheStream_doesNoHarm() {
        assertThatCode(() -> TraceFile.replace(file, out -> {
                    text("content").writeTo(out);
                    out.close();
                }))
                .doesNotThrowAnyException();
        assertThat(file).hasContent("content");
    }
}
