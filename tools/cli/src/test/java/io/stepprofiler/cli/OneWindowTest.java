package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cli.input.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories with files of one window in several formats, none of which has an id. */
class OneWindowTest {
    private static final String SESSION = "plugins/profile/2026_11_22/";
    private static final long EPOCH_MICROS = 1_700_000_000_000_000L;

    @TempDir
    private Path dir;

    private final StepProfRun run = new StepProfRun();

    /** Steps as JAX writes them, whose times begin with the session. */
    private static String jax(int micros) {
        StringBuilder events = new StringBuilder();
        for (int step = 0; step < 20; step++) {
            events.append(
                    "{\"ph\":\"X\",\"pid\":701,\"tid\":1,\"ts\":" + 2000 * step + ",\"dur\":" + (micros + step % 3)
                            + ",\"name\":\"train\",\"args\":{\"step_num\":\"" + step + "\",\"_r\":\"1\"}},");
        }
        return "{\"displayTimeUnit\":\"ns\",\"metadata\":{\"highres-ticks\":true},\"traceEvents\":["
                + "{\"ph\":\"M\",\"pid\":701,\"name\":\"process_name\",\"args\":{\"name\":\"/host:CPU\"}},"
                + "{\"ph\":\"M\",\"pid\":701,\"tid\":1,\"name\":\"thread_name\",\"args\":{\"name\":\"python\"}},"
                + events + "{}]}";
    }

    /** Steps as torch writes them, with a date. */
    private static String torch(int pid, int micros) {
        StringBuilder events = new StringBuilder();
        for (int step = 0; step < 20; step++) {
            events.append((step == 0 ? "" : ",") + "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#"
                    + step
                    + "\",\"pid\":" + pid + ",\"tid\":" + pid + ",\"ts\":" + (EPOCH_MICROS + 2000L * step) + ",\"dur\":"
                    + micros + "}");
        }
        return "{\"schemaVersion\":1,\"traceEvents\":[" + events
                + ",{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" + pid + ",\"args\":{\"name\":\"python\"}},"
                + "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":" + pid + ",\"args\":{\"labels\":\"CPU\"}}]}";
    }

    private void write(String name, String text) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void convert(String from, String to) {
        assertThat(run.in(dir, "convert @" + from + " @" + to)).as(run.err()).isZero();
        run.clear();
    }

    /** The three files that each session of JAX leaves. */
    private void session(String directory, String host, int micros) throws IOException {
        write(directory + host + ".trace.json.gz", jax(micros));
        write(directory + "perfetto_trace.json.gz", jax(micros));
        convert(directory + host + ".trace.json.gz", directory + host + ".xplane.pb");
    }

    private long windows(String directory) {
        assertThat(run.in(dir, "report @" + directory)).as(run.err()).isZero();
        long windows = run.out()
                .lines()
                .filter(line -> line.startsWith("Step breakdown, 20 steps"))
                .count();
        run.clear();
        return windows;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/" + SESSION, "flat/"})
    void session_inThreeFiles_isOneWindow(String directory) throws IOException {
        session(directory, "vm", 1000);

        assertThat(windows(directory)).isOne();
        assertThat(run.in(dir, "summary @" + directory)).isZero();
        assertThat(run.out()).startsWith("vm.xplane.pb, ").doesNotContain("Earlier", "Other runs", "1970");
        run.clear();
        assertThat(run.in(dir, "functions @" + directory)).isZero();
        assertThat(run.out()).contains("Time in 20 calls to step");
        run.clear();
        assertThat(run.in(dir, "show @" + directory + " --rows 1")).isZero();
        assertThat(run.out()).containsOnlyOnce("== ").contains("vm.xplane.pb");
    }

    @Test
    void diff_ofTwoSessions_isOneRunAgainstOne() throws IOException {
        session("a/" + SESSION, "vm", 1000);
        session("b/" + SESSION, "vm", 1010);

        assertThat(run.in(dir, "diff @a -- @b")).isZero();
        assertThat(run.out()).contains("1 run of the base, 1 run of the new side.");
    }

    @Test
    void session_whoseFirstFileIsDamaged_isThatOfTheNext() throws IOException {
        session(SESSION, "vm", 1000);
        Path plane = dir.resolve(SESSION + "vm.xplane.pb");
        Files.write(plane, Arrays.copyOf(Files.readAllBytes(plane), 400));

        assertThat(run.in(dir, "summary @plugins")).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.out()).contains("vm.trace.json.gz, ");
    }

    @Test
    void sessions_ofTwoHosts_areTwoRanksOnceEach() throws IOException {
        for (String host : new String[] {"hostA", "hostB"}) {
            write(SESSION + host + ".trace.json.gz", jax(1000));
            convert(SESSION + host + ".trace.json.gz", SESSION + host + ".xplane.pb");
        }
        assertThat(windows("plugins")).isEqualTo(2);
        assertThat(run.in(dir, "fleet report @plugins")).isZero();
        assertThat(run.out()).contains("2 of 2 ranks");
    }

    @Test
    void sessions_withTheSameSteps_stayTwoRuns() throws IOException {
        session("plugins/profile/1/", "vm", 1000);
        session("plugins/profile/2/", "vm", 1000);

        assertThat(windows("plugins")).isEqualTo(2);
        assertThat(run.in(dir, "summary @plugins")).isZero();
        assertThat(run.out()).contains("Other runs in ").doesNotContain("1970", "Earlier");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.xplane.pb", "converted.xplane.pb"})
    void torchFile_inThreeFormats_isOneWindow(String converted) throws IOException {
        write("run/t.pt.trace.json", torch(100, 900));
        write("run/t.pt.trace.json.gz", torch(100, 900));
        convert("run/t.pt.trace.json", "run/" + converted);

        assertThat(windows("run")).isOne();
    }

    /** The name alone shows nothing if the content differs. */
    @ParameterizedTest
    @CsvSource({"100, 910", "101, 900"})
    void files_ofOneNameWithOtherContent_areTwoWindows(int pid, int micros) throws IOException {
        write("run/t.json", torch(100, 900));
        write("run/t.json.gz", torch(pid, micros));

        assertThat(windows("run")).isEqualTo(2);
    }

    @Test
    void report_besideItsTrace_countsOnce() throws IOException {
        write("run/t.json", torch(100, 900));
        assertThat(run.in(dir, "report @run -o @run/report.html")).isZero();

        assertThat(windows("run")).isOne();
    }

    @Test
    void summary_ofRanksThatNoFileNames_saysThatTheyAreNotEarlierAndHowToNameThem() throws IOException {
        for (int worker = 0; worker < 4; worker++) {
            write("run/worker" + worker + ".pt.trace.json", torch(100 + worker, 900));
        }
        assertThat(run.in(dir, "summary @run")).isZero();
        assertThat(run.out())
                .contains("Other runs in ", "worker1.pt", "worker2.pt", "worker3.pt")
                .contains("Ranks of one run need names that say so, as rank0.json and rank1.json.")
                .doesNotContain("Earlier");
    }
}
