package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Scope;
import io.stepprofiler.event.ProcessInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@SuppressWarnings("try") // Ranks are there to be left.
class ProfilerRanksTest {
    @TempDir
    private Path dir;

    /** A process that is rank 1, and works until its standard input ends. */
    static final class Worker {
        private Worker() {}

        public static void main(String[] arguments) throws IOException {
            Profiler.isProfiling();
            System.out.println("there");
            while (System.in.available() == 0) {
                Scope.open("work").close();
                LockSupport.parkNanos(2_000_000);
            }
        }
    }

    private Process worker(Path ranks) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-DMXNET_PROFILER_RANKS=" + ranks,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Worker.class.getName())
                .directory(dir.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("RANK", "1");
        builder.environment().put("WORLD_SIZE", "2");
        Process process = builder.start();
        assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("there");
        return process;
    }

    @Test
    void commands_areDoneAndAcknowledgedByEachProcess_withFilesNamedByRank() throws Exception {
        Path directory = dir.resolve("ranks");
        ProfilerRanks ranks = ProfilerRanks.in(directory);
        Process other = worker(directory);
        try (AutoCloseable joined = ranks.join(0)) {
            Map<String, ?> values = files("a:b,c.json", "continuous_dump", false);

            List<RankAnswer> answers = ranks.setConfig(values);
            assertThat(answers).extracting(RankAnswer::rank).containsExactly(0, 1);
            assertThat(answers)
                    .extracting(RankAnswer::pid)
                    .containsExactly(ProcessHandle.current().pid(), other.pid());
            assertThat(answers).allMatch(answer -> answer.error().isEmpty());
            assertThat(ranks.dump(true).get(1).error().orElse("")).contains("hasn't been run");

            ProfilerRanks.check(ranks.setState(ProfilerState.RUN));
            assertThat(Profiler.isProfiling()).isTrue();
            ProfilerRanks.check(ranks.pause());
            assertThat(Profiler.isProfiling()).isFalse();
            ProfilerRanks.check(ranks.resume());
            await().until(() -> {
                ProfilerRanks.check(ranks.dump(false));
                return has(dir.resolve("rank1_a:b,c.json"), "work");
            });
            Scope.open("own").close();
            ProfilerRanks.check(ranks.dump(true));
            assertThat(has(dir.resolve("rank0_a:b,c.json"), "own")).isTrue();
            assertThat(has(dir.resolve("rank0_a:b,c.json"), "work")).isFalse();

            assertThat(ranks.setConfig(Map.of("profile_all", "maybe")))
                    .hasSize(2)
                    .allSatisfy(answer ->
                            assertThat(answer.error().orElse("")).contains("profile_all = maybe is not allowed"));
        } finally {
            other.destroyForcibly();
        }
    }

    /** A configuration, with all files in the directory of the test. */
    private Map<String, ?> files(String filename, String key, Object value) {
        return Map.of(
                "filename",
                dir.resolve(filename),
                "gpu_memory_profile_filename_prefix",
                dir.resolve("memory"),
                key,
                value);
    }

    private static boolean has(Path file, String name) throws IOException {
        for (JsonNode event : new ObjectMapper().readTree(file.toFile()).get("traceEvents")) {
            if (event.get("name").asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void rank_thatIsGone_isNamedAndDoesNotDoItLater() throws Exception {
        ProfilerRanks ranks = ProfilerRanks.in(dir.resolve("ranks")).timeout(Duration.ofMillis(300));
        RankFile.there(dir.resolve("ranks"), 5).write(Map.of("host", "elsewhere", "pid", "7"));

        assertThat(ranks.pause())
                .singleElement()
                .satisfies(answer -> assertThat(answer)
                        .hasToString("rank 5 (elsewhere, process 7): no answer within PT0.3S in "
                                + dir.resolve("ranks").resolve("answer-5")));
        assertThat(RankFile.command(dir.resolve("ranks")).read()).isEmpty();
    }

    @Test
    void rank_thatWasKilled_isNamedAndNotWaitedFor() throws Exception {
        Path directory = dir.resolve("ranks");
        Process other = worker(directory);
        other.destroyForcibly().waitFor();
        ProfilerRanks ranks = ProfilerRanks.in(directory);
        try (AutoCloseable joined = ranks.join(0)) {
            List<RankAnswer> answers = ranks.pause();
            assertThat(answers.get(0).error()).isEmpty();
            assertThat(answers.get(1).pid()).isEqualTo(other.pid());
            assertThatThrownBy(() -> ProfilerRanks.check(answers))
                    .hasMessageStartingWith("1 of 2 ranks failed: rank 1 (")
                    .hasMessageContainingAll("has ended without leaving", directory.resolve("rank-1") + " is removed");
        }
    }

    /** A number of processes that another container counts may be free here, while its process runs. */
    @Test
    void rank_ofProcessesThatAreCountedElsewhere_isWaitedFor() throws Exception {
        ProfilerRanks ranks = ProfilerRanks.in(dir.resolve("ranks")).timeout(Duration.ofMillis(300));
        String host = ProcessInfo.current().host();
        RankFile.there(dir.resolve("ranks"), 5)
                .write(Map.of("host", host, "pid", "2147483646", "processes", "pid:[another]"));

        assertThat(ranks.pause().get(0).error().orElse("")).startsWith("no answer within");
    }

    @Test
    void rank_thatIsReplaced_doesNothingAndDoesNotTakeTheOtherWithIt() throws Exception {
        ProfilerRanks ranks = ProfilerRanks.in(dir.resolve("ranks"));
        AutoCloseable first = ranks.join(3);
        try (AutoCloseable second = ranks.join(3)) {
            for (int i = 0; i < 5; i++) {
                assertThat(ranks.pause())
                        .singleElement()
                        .satisfies(answer -> assertThat(answer.error()).isEmpty());
            }
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().equals("step-profiler-mxnet-rank"))
                            .count()
                    == 1);
            first.close();
            assertThat(ranks.pause()).hasSize(1);
        }
        assertThatThrownBy(ranks::pause).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void ranks_whereNobodyHasJoined_areRefused() throws Exception {
        ProfilerRanks ranks = ProfilerRanks.in(dir.resolve("ranks"));
        ranks.join(0).close();
        assertThatThrownBy(ranks::pause)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No process has joined");
    }

    @Test
    void directory_thatOthersCanWriteIn_isRefused() throws Exception {
        Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(() -> ProfilerRanks.in(dir))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("rwxrwx---");
    }

    @Test
    void profileProcess_server_goesToTheRanksOfTheEnvironment() throws Exception {
        assertThatThrownBy(() -> Profiler.pause("server"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("MXNET_PROFILER_RANKS");
        assertThatThrownBy(() -> Profiler.setState(ProfilerState.RUN, "everyone"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be worker or server");
        System.setProperty(ProfilerRanks.VARIABLE, dir.resolve("ranks").toString());
        try (AutoCloseable joined = ProfilerRanks.in(dir.resolve("ranks")).join(3)) {
            Profiler.setConfig(files("p.json", "profile_process", "server"));
            Profiler.setState(ProfilerState.RUN, "server");
            Profiler.pause("server");
            assertThat(Profiler.isProfiling()).isFalse();
            Profiler.resume("server");
            Profiler.dump(true, "server");
            assertThat(dir.resolve("rank3_p.json")).isNotEmptyFile();
        } finally {
            System.clearProperty(ProfilerRanks.VARIABLE);
        }
    }
}
