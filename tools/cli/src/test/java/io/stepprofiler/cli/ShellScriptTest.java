package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.AgentJar;
import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script {@code stepprof} beside a jar that prints its arguments and the options of its virtual machine. */
@DisabledOnOs(OS.WINDOWS)
class ShellScriptTest {
    private static final Path SOURCE = Path.of("src/main/scripts/stepprof");

    @TempDir
    private Path root;

    private Path script;
    private Path cache;

    /** Prints the virtual machine's options and its arguments, a line each, and ends with the status 3. */
    static final class Echo {
        @SuppressWarnings("SystemOut") // It is a program.
        public static void main(String[] args) {
            ManagementFactory.getRuntimeMXBean().getInputArguments().forEach(System.out::println);
            List.of(args).forEach(System.out::println);
            if (List.of(args).contains("--locale")) {
                System.out.println(System.getenv("LC_ALL"));
            }
            System.exit(3);
        }
    }

    @BeforeEach
    void install() throws IOException {
        Path folder = Files.createDirectories(root.resolve("a folder"));
        script = folder.resolve("stepprof");
        Files.copy(SOURCE, script);
        cache = root.resolve("a cache");
        Path jar = AgentJar.in(folder, Echo.class, Map.of("Main-Class", Echo.class.getName()));
        Files.move(jar, folder.resolve("stepprof.jar"));
    }

    private ProcessBuilder builder(Path script, String javaHome, String... args) {
        ProcessBuilder builder = OwnProcess.java(List.of());
        builder.command("sh", script.toString());
        builder.command().addAll(List.of(args));
        builder.environment().put("JAVA_HOME", javaHome);
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        return builder;
    }

    private OwnProcess run(Path script, String javaHome, String... args) throws IOException, InterruptedException {
        return OwnProcess.run(builder(script, javaHome, args));
    }

    private OwnProcess run(String... args) throws IOException, InterruptedException {
        return run(script, System.getProperty("java.home"), args);
    }

    private List<Path> cached(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(cache.resolve("stepprof"))) {
            return files.filter(file -> file.toString().endsWith(suffix)).toList();
        }
    }

    @Test
    void run_argumentsWithSpaces_reachTheProgramWithItsStatus() throws Exception {
        OwnProcess run = run("top", "two words", "*", "");
        assertThat(run.output()).isEqualTo("top\ntwo words\n*\n\n");
        assertThat(run.exit()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"C, '', C.UTF-8", "POSIX, en_US.UTF-8, C.UTF-8", "'', C, C.UTF-8", "'', en_US.UTF-8, ''"})
    void run_inALocaleOfAsciiOnly_hasUnicode(String all, String language, String expected) throws Exception {
        ProcessBuilder builder = builder(script, System.getProperty("java.home"), "top", "--locale");
        builder.environment().remove("LC_CTYPE");
        builder.environment().put("LC_ALL", all);
        builder.environment().put("LANG", language);
        assertThat(OwnProcess.run(builder).output()).isEqualTo("top\n--locale\n" + expected + "\n");
    }

    @Test
    void run_throughLinks_findsTheJarBesideTheScript() throws Exception {
        Path relative = Files.createSymbolicLink(root.resolve("relative"), Path.of("a folder/stepprof"));
        Path link = Files.createSymbolicLink(root.resolve("link"), relative);
        assertThat(run(link, System.getProperty("java.home"), "top").output()).isEqualTo("top\n");
    }

    @Test
    void run_secondOfACommand_usesTheArchiveOfTheFirst() throws Exception {
        assertThat(run("summary").output()).startsWith("-Xshare:auto").contains("-XX:ArchiveClassesAtExit=");
        assertThat(cached(".jsa")).hasSize(1);
        assertThat(run("summary").output())
                .contains("-XX:SharedArchiveFile=" + cached(".jsa").get(0));
    }

    @Test
    void run_severalFirstOfACommandAtOnce_oneWritesTheArchive() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<OwnProcess> first = () -> run("summary");
            List<String> outputs = new ArrayList<>();
            for (Future<OwnProcess> run : threads.invokeAll(Collections.nCopies(4, first))) {
                outputs.add(run.get().output());
            }
            assertThat(outputs).allMatch(output -> output.endsWith("summary\n"));
            assertThat(outputs)
                    .filteredOn(output -> output.contains("-XX:ArchiveClassesAtExit="))
                    .hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void run_archiveMissingADayAfterItsFirstRun_isWritten() throws Exception {
        run("summary");
        Files.delete(cached(".jsa").get(0));
        assertThat(run("summary").output()).isEqualTo("summary\n");

        Files.setLastModifiedTime(
                cached(".lock").get(0), FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        assertThat(run("summary").output()).contains("-XX:ArchiveClassesAtExit=");
        assertThat(cached(".jsa")).hasSize(1);
    }

    @Test
    void run_cacheThatCannotBeMade_runsWithoutAWord() throws Exception {
        Files.createFile(cache);
        assertThat(run("summary")).isEqualTo(new OwnProcess(3, "summary\n"));
    }

    @Test
    void run_neitherCacheNorHome_runsWithoutArchive() throws Exception {
        ProcessBuilder builder = builder(script, System.getProperty("java.home"), "summary");
        builder.environment().keySet().removeAll(Set.of("XDG_CACHE_HOME", "HOME"));
        assertThat(OwnProcess.run(builder)).isEqualTo(new OwnProcess(3, "summary\n"));
    }

    @Test
    void run_smallAndLargeFiles_onlyLargeOnesAreOptimizedFor() throws Exception {
        Path small = Files.write(root.resolve("small file"), new byte[1_000_000]);
        Path large = Files.write(root.resolve("large file"), new byte[1_000_001]);
        assertThat(run("show", small.toString()).output()).contains("-XX:TieredStopAtLevel=1");
        assertThat(run("show", small.toString(), large.toString()).output()).doesNotContain("-XX:TieredStopAtLevel=1");
        assertThat(run("show", root.toString()).output()).doesNotContain("-XX:TieredStopAtLevel=1");
        assertThat(run("show", root + "/*.steps").output()).doesNotContain("-XX:TieredStopAtLevel=1");
    }

    @Test
    void run_noJavaInJavaHome_failsAndNamesIt() throws Exception {
        OwnProcess run = run(script, root.toString(), "summary");
        assertThat(run.output()).hasLineCount(1).contains(root + "/bin/java", "JAVA_HOME", "17");
        assertThat(run.exit()).isEqualTo(2);
    }

    @Test
    void run_noJarBesideIt_failsAndNamesIt() throws Exception {
        Files.delete(script.resolveSibling("stepprof.jar"));
        OwnProcess run = run("summary");
        assertThat(run.output())
                .hasLineCount(1)
                .contains(script.resolveSibling("stepprof.jar").toString());
        assertThat(run.exit()).isEqualTo(2);
    }

    @Test
    void script_commandsWithArchives_areCommands() throws IOException {
        Matcher words = Pattern.compile("(?m)^  ([a-z]+(?: \\| [a-z]+)+)\\)$").matcher(Files.readString(SOURCE));
        assertThat(words.find()).isTrue();
        assertThat(StepProf.commandLine().getSubcommands())
                .containsKeys(words.group(1).split(" \\| "));
    }
}
