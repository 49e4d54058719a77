package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.DistributedInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of four ranks as torch writes them; rank 2 computes for longer, the others wait for it. */
class FleetTracesTest {
    private static final int RANKS = 4;
    private static final int STEPS = 40;
    private static final int SLOW = 2;

    @TempDir
    private Path dir;

    private final StepProfRun run = new StepProfRun();
    private final SplittableRandom random = new SplittableRandom(7);
    private final long[][] micros = new long[RANKS][STEPS];

    @BeforeEach
    void compute() {
        for (int rank = 0; rank < RANKS; rank++) {
            for (int step = 0; step < STEPS; step++) {
                micros[rank][step] = (rank == SLOW ? 13_000 : 10_000) + random.nextLong(400);
            }
        }
    }

    private static String event(String category, String name, int thread, long start, long micros) {
        return "{\"ph\":\"X\",\"cat\":\"" + category + "\",\"name\":\"" + name + "\",\"pid\":1,\"tid\":" + thread
                + ",\"ts\":" + start + ",\"dur\":" + micros + "},";
    }

    private void write(String file, int rank, boolean hasRank) throws IOException {
        StringBuilder events = new StringBuilder();
        long now = 0;
        for (int step = 0; step < STEPS; step++) {
            long last = 0;
            for (long[] each : micros) {
                last = Math.max(last, each[step]);
            }
            long own = micros[rank][step];
            events.append(event("user_annotation", "ProfilerStep#" + step, 1, now, last + 2_000));
            events.append(event("cpu_op", "aten::mm", 1, now, own));
            events.append(event("user_annotation", "gloo:all_reduce", 1, now + own, last - own + 2_000));
            now += last + 2_000;
        }
        String info = hasRank ? "\"distributedInfo\":{\"rank\":" + rank + ",\"world_size\":4}," : "";
        Files.createDirectories(dir.resolve(file).getParent());
        Files.writeString(
                dir.resolve(file),
                "{\"schemaVersion\":1,\"trace_id\":\"" + file + "\"," + info
                        + "\"host_name\":\"node\",\"traceEvents\":[" + events.substring(0, events.length() - 1) + "]}");
    }

    private int report() {
        return run.run("fleet", "report", dir.toString());
    }

    @Test
    void report_ofTraces_comparesTheirRanks() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            write("worker" + rank + ".pt.trace.json", rank, true);
        }
        assertThat(report()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("SLOW RANK: rank 2 takes 3.")
                .contains("4 of 4 ranks compared, 0 missing", "(40 collectives)");
    }

    @Test
    void reports_ofTheSameTraces_nameTheSamePart() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            write("worker" + rank + ".pt.trace.json", rank, true);
        }
        assertThat(report()).isZero();
        String part = "aten::mm (";
        assertThat(run.out().replaceAll("\\s+", " "))
                .startsWith("SLOW RANK: rank 2 ")
                .contains("; cause: mostly for " + part);
        String found = run.out().replaceAll("\\s+", " ");
        String amount = found.substring(found.indexOf(part), found.indexOf(')', found.indexOf(part)));
        run.clear();
        assertThat(run.run("report", dir.toString())).isZero();
        assertThat(run.out().replaceAll("\\s+", " ")).contains("rank 2 takes ", ", mostly for " + amount);
    }

    @Test
    void report_ofTracesWithoutRanks_takesThoseOfTheirPathsAndSaysSo() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            write("rank_" + (10 + rank) + "/trace.json", rank, false);
        }
        assertThat(report()).isZero();
        assertThat(run.out()).startsWith("SLOW RANK: rank 12 takes 3.");
        assertThat(run.err()).contains("4 windows contain no rank: their ranks are taken from their paths");
    }

    @Test
    void report_withADamagedTrace_leavesItOut() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            write("rank" + rank + ".json", rank, true);
        }
        Files.writeString(dir.resolve("rank1.json"), "{\"schemaVersion\":1,\"traceEvents\":[{\"ph\":]}");
        assertThat(report()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.out()).contains("1 missing, 1 file unreadable", "rank1.json");
    }

    @Test
    void report_ifAllRanksHaveLedgers_readsNoTrace() throws IOException {
        Files.writeString(dir.resolve("rank0.pt.trace.json"), "{\"traceEvents\":[");
        for (int rank = 0; rank < 2; rank++) {
            try (Profile profile = Profile.builder()
                    .schedule(Schedule.never())
                    .distributed(new DistributedInfo(rank, 2, "gloo", "node"))
                    .ledger(LedgerOptions.DEFAULT.withDirectory(dir))
                    .start()) {
                for (int step = 0; step < 10; step++) {
                    profile.step();
                }
            }
        }
        assertThat(report()).isZero();
        assertThat(run.out()).contains("2 of 2 ranks compared, 0 missing, 0 files unreadable; 10 steps");
    }

    @Test
    void report_ofALedgerAndATraceOfOtherRanks_comparesBoth() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            write("worker" + rank + ".pt.trace.json", rank, true);
        }
        try (Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .distributed(new DistributedInfo(0, RANKS, "gloo", "node"))
                .ledger(LedgerOptions.DEFAULT.withDirectory(dir))
                .start()) {
            for (int step = 0; step < STEPS; step++) {
                profile.step();
            }
        }
        report();
        // The ledger of rank 0 counts, which marks no collective.
        assertThat(run.out()).contains("3 of 4 ranks compared, 0 missing", "rank 0, it marks no collective");
    }
}
