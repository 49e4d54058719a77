package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PerfettoProcessesTest {
    private static final long EPOCH = 1_700_000_000_000_000_000L;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A rank whose monotonic clock begins anywhere, and whose wall clock is wrong by some nanoseconds. */
    private static Trace rank(int rank, long monotonic, long wrong) {
        TraceBuilder builder = new TraceBuilder()
                .traceId("the same")
                .process(new ProcessInfo(4711, "node" + rank))
                .distributed(new DistributedInfo(rank, 2, "gloo", ""))
                .window(
                        new ClockAnchor(monotonic, EPOCH + wrong),
                        new ClockAnchor(monotonic + 1_000, EPOCH + wrong + 1_000));
        var main = builder.thread(1, "main");
        main.add(builder.nameId("all_reduce"), monotonic + 100, 400);
        main.correlation(main.add(builder.nameId("launch", EventKind.RUNTIME, ""), monotonic + 10, 5), 3);
        var stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(builder.nameId("gemm", EventKind.KERNEL, ""), monotonic + 20, 50), 3);
        return builder.step(new StepMark(0, monotonic, 900, 1, false)).build();
    }

    private Imported written() throws IOException {
        try (PerfettoProcesses file = new PerfettoProcesses("ranks.perfetto-trace", out)) {
            file.add(rank(0, 5_000, 0), new ProcessInfo(1, "node0", "rank 0 node0"), 0);
            file.add(rank(1, -90_000, 7_000_000), new ProcessInfo(2, "node1", "rank 1 node1"), -7_000_000);
        }
        return Imported.read(out.toByteArray());
    }

    @Test
    void ranks_inOneFile_areProcessesOnOneClock() throws IOException {
        Imported file = written();

        assertThat(file.errors).isEmpty();
        assertThat(file.tracks.values().stream().filter(track -> track.tid() > 0))
                .extracting(Imported.Track::pid, Imported.Track::name)
                .containsExactly(tuple(1L, "main"), tuple(2L, "main"));
        assertThat(file.packets.toString()).contains("rank 0 node0", "rank 1 node1");
        assertThat(file.slices.stream().filter(slice -> slice.name().equals("all_reduce")))
                .extracting(slice -> slice.track().pid(), Imported.Slice::start, Imported.Slice::end)
                .containsExactly(tuple(1L, EPOCH + 100, EPOCH + 500), tuple(2L, EPOCH + 100, EPOCH + 500));
        assertThat(file.anchors.get(0)).isEqualTo(List.of(EPOCH, EPOCH));
    }

    @Test
    void ranks_withTheSameIdsOfEvents_areNotLinkedToEachOther() throws IOException {
        Imported file = written();

        Set<Long> flows = file.slices.stream()
                .filter(slice -> slice.name().equals("gemm"))
                .flatMap(slice -> slice.flows().stream())
                .collect(Collectors.toSet());
        assertThat(flows).hasSize(2);
    }

    @Test
    void times_before1970_areRefused() throws IOException {
        try (PerfettoProcesses file = new PerfettoProcesses("ranks.pftrace", out)) {
            ProcessInfo process = new ProcessInfo(1, "node0", "rank 0 node0");
            assertThatThrownBy(() -> file.add(rank(0, 0, 0), process, -2 * EPOCH))
                    .isInstanceOf(IOException.class)
                    .hasMessage("rank 0 node0 has times before 1970, which the format cannot hold");
        }
    }
}
