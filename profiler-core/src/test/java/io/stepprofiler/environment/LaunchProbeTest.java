package io.stepprofiler.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Launch;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchProbeTest {
    private static final String HASH = "0123456789abcdef0123456789abcdef01234567";

    @TempDir
    Path dir;

    private Path git;

    @BeforeEach
    void makeRepository() throws IOException {
        git = Files.createDirectories(dir.resolve("tree/.git/refs/heads"))
                .getParent()
                .getParent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Train 300                          | Train
                    com.acme.Train                     | Train
                    com.acme.Train$Main --lr 0.1       | Main
                    acme/com.acme.Train                | Train
                    target/train-1.2.jar data.bin      | train-1.2
                    ''                                 | ''
                    """)
    void name_ofACommand_isTheSimpleNameOfItsClassOrJar(String command, String name) {
        assertThat(LaunchProbe.of(command, dir).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    T --password hunter2 --lr 0.1       | T --password *** --lr 0.1
                    T --password my dog --lr 0.1        | T --password *** --lr 0.1
                    T --api-key=abc x.bin               | T --api-key=***
                    T db_pwd=x                          | T db_pwd=***
                    T --pw x                            | T --pw ***
                    T --token                           | T --token
                    T AUTH_TOKEN=x                      | T AUTH_TOKEN=***
                    T hf_abcdefghijKLMN                 | T ***
                    T --run=0123456789abcdef0123456789abcdef | T --run=***
                    T aB3defghijklmnopqrstuvwxyz        | T ***
                    T s3=https://me:pw@store/x          | T s3=https://***@store/x
                    T --max-tokens 512 --tokenizer bert | T --max-tokens 512 --tokenizer bert
                    T --author me /data/Run2026/aLongNameOfAFile | T --author me /data/Run2026/aLongNameOfAFile
                    """)
    void command_withSecrets_masksTheirValues(String command, String shown) {
        assertThat(LaunchProbe.of(command, dir).command()).isEqualTo(shown);
    }

    @Test
    void command_thatIsLong_isCut() {
        assertThat(LaunchProbe.of("T" + " a.csv".repeat(100), dir).command())
                .hasSize(300)
                .endsWith("…");
    }

    @Test
    void commit_outsideOfAWorkTree_isEmpty() {
        assertThat(GitCommit.of(dir)).isEmpty();
    }

    @Test
    void commit_ofABranch_isReadFromTheBranchInAnySubdirectory() throws IOException {
        Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
        Files.writeString(git.resolve("refs/heads/main"), HASH + "\n");
        assertThat(GitCommit.of(Files.createDirectories(dir.resolve("tree/src/main"))))
                .contains(HASH);
    }

    @Test
    void commit_ofAPackedBranch_isReadFromThePackedReferences() throws IOException {
        Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
        Files.writeString(
                git.resolve("packed-refs"),
                "# pack-refs with: peeled\n" + HASH.replace('0', 'f') + " refs/heads/other/refs/heads/main2\n" + HASH
                        + " refs/heads/main\n");
        assertThat(GitCommit.of(dir.resolve("tree"))).contains(HASH);
    }

    @Test
    void commit_withoutABranch_isTheHeadItself() throws IOException {
        Files.writeString(git.resolve("HEAD"), HASH);
        assertThat(GitCommit.of(dir.resolve("tree"))).contains(HASH);
    }

    @Test
    void commit_ofAFurtherWorkTree_isReadFromTheSharedReferences() throws IOException {
        Files.writeString(git.resolve("refs/heads/side"), HASH);
        Path own = Files.createDirectories(git.resolve("worktrees/other"));
        Files.writeString(own.resolve("HEAD"), "ref: refs/heads/side\n");
        Files.writeString(own.resolve("commondir"), "../..\n");
        Path other = Files.createDirectories(dir.resolve("other"));
        Files.writeString(other.resolve(".git"), "gitdir: " + own + "\n");
        assertThat(GitCommit.of(other)).contains(HASH);
    }

    @Test
    void commit_beforeTheFirstOne_isEmpty() throws IOException {
        Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
        assertThat(GitCommit.of(dir.resolve("tree"))).isEmpty();
    }

    @Test
    void metadata_ofALaunch_isReadAsTheSame() {
        Launch launch = new Launch("Train", "com.acme.Train --lr=0.1", HASH);
        Trace trace =
                new TraceBuilder().metadata(Launch.KEY, launch.toMetadata()).build();
        assertThat(Launch.of(trace)).contains(launch);
    }
}
