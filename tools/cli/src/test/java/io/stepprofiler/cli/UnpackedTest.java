package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.trace.TraceBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces on standard input and in archives. */
class UnpackedTest {
    @TempDir
    private Path dir;

    private final StepProfRun run = new StepProfRun();
    private byte[] trace = {};

    @BeforeEach
    void write() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("forward"), 1000, 5000);
        builder.build().export(dir.resolve("a.json"));
        trace = Files.readAllBytes(dir.resolve("a.json"));
    }

    private void zip(String... names) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(dir.resolve("run.zip")))) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(trace);
            }
        }
    }

    private static void entry(OutputStream tar, char type, String name, byte[] data, String target) throws IOException {
        byte[] head = new byte[512];
        put(head, 0, name);
        put(head, 124, String.format("%011o", data.length));
        head[156] = (byte) type;
        put(head, 157, target);
        put(head, 257, "ustar");
        put(head, 263, "00");
        tar.write(head);
        tar.write(data);
        tar.write(new byte[(512 - data.length % 512) % 512]);
    }

    private static void put(byte[] head, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, head, at, bytes.length);
    }

    private interface Entries {
        void to(OutputStream tar) throws IOException;
    }

    private void tar(String name, Entries entries) throws IOException {
        try (OutputStream file = Files.newOutputStream(dir.resolve(name));
                OutputStream out = name.endsWith(".tar") ? file : new GZIPOutputStream(file)) {
            entries.to(out);
            out.write(new byte[1024]);
        }
    }

    private int withInput(byte[] bytes, String command) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(bytes));
        try {
            return run.in(dir, command);
        } finally {
            System.setIn(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary -", "report -", "show -", "functions -", "fleet report -", "convert - @out.json"})
    void standardInput_withATrace_isReadByItsContent(String command) {
        assertThat(withInput(trace, command)).as(run.err()).isZero();
    }

    @Test
    void standardInput_isNamedInWordsAndMayBeEmptyOrAnArchive() throws IOException {
        withInput(trace, "summary -");
        assertThat(run.out()).startsWith("standard input");
        assertThat(withInput(new byte[0], "summary -")).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("standard input: no reader knows it");
        zip("b.json");
        run.clear();
        assertThat(withInput(Files.readAllBytes(dir.resolve("run.zip")), "summary -"))
                .isZero();
        assertThat(run.out()).startsWith("b.json");
    }

    @Test
    void zip_withTraces_isReadLikeADirectory() throws IOException {
        zip("run/rank0.json", "run/notes.txt.json");

        assertThat(run.in(dir, "show @run.zip")).as(run.err()).isZero();
        assertThat(run.out()).contains("Trace[", "== " + dir.resolve("run.zip/run/rank0.json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run.tar", "run.tar.gz", "run.tgz"})
    void tar_withLongNamesAndLinks_isReadWithoutTheLinks(String name) throws IOException {
        String longName = "d".repeat(90) + "/" + "e".repeat(90) + "/a.json";
        String pax = "path=" + longName.replace("a.json", "p.json") + "\n";
        byte[] record = ((pax.length() + 4) + " " + pax).getBytes(StandardCharsets.UTF_8);
        tar(name, tar -> {
            entry(tar, '5', "run/", new byte[0], "");
            entry(tar, '2', "run/link.json", new byte[0], "/etc/passwd");
            entry(tar, 'L', "././@LongLink", (longName + "\0").getBytes(StandardCharsets.UTF_8), "");
            entry(tar, '0', "cut", trace, "");
            entry(tar, 'x', "head", record, "");
            entry(tar, '0', "cut", trace, "");
            entry(tar, '0', "run/short.json", trace, "");
        });

        assertThat(run.in(dir, "functions @" + name)).as(run.err()).isZero();
        run.clear();
        assertThat(run.in(dir, "show @" + name)).isZero();
        assertThat(run.out()).contains(longName).doesNotContain("link.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil.json", "/tmp/stepprof-evil.json", "a/../../evil.json"})
    void archive_withAPathThatLeadsOut_isRefused(String name) throws IOException {
        zip(name);
        tar("run.tgz", tar -> entry(tar, '0', name, trace, ""));

        for (String archive : List.of("run.zip", "run.tgz")) {
            assertThat(run.in(dir, "summary @" + archive)).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).contains("its entry " + name + " leads out of it");
            run.clear();
        }
        assertThat(Path.of("/tmp/stepprof-evil.json")).doesNotExist();
    }

    @Test
    void archive_thatIsCut_isRefusedByItsName() throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        entry(tar, '0', "a.json", trace, "");
        Files.write(dir.resolve("cut.tar"), Arrays.copyOf(tar.toByteArray(), 512 + trace.length / 2));

        assertThat(run.in(dir, "summary @cut.tar")).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("cut.tar: it cannot be read as an archive: EOFException");
    }

    @Test
    void files_ofAnArchive_areRemovedAtTheEndOfTheProcess() throws Exception {
        zip("run/a.json");
        Path temporary = Files.createDirectory(dir.resolve("tmp"));
        OwnProcess process = OwnProcess.run(
                List.of("-Djava.io.tmpdir=" + temporary),
                StepProf.class,
                "summary",
                dir.resolve("run.zip").toString());

        assertThat(process.exit()).as(process.output()).isZero();
        assertThat(temporary).isEmptyDirectory();
    }
}
