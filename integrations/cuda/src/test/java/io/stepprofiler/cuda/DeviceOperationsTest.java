package io.stepprofiler.cuda;

import static io.stepprofiler.cuda.Words.pair;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import org.junit.jupiter.api.Test;

class DeviceOperationsTest {
    private final Replay replay = new Replay();

    @Test
    void kernel_isOnItsStreamWithItsLaunch() {
        Trace trace = replay.of((words, window) -> words.kernel("sgemm", 1, 7, 55, window.at(100), window.at(300)));

        TraceEvent kernel = Replay.named(trace, "sgemm");
        Track stream = Replay.track(trace, kernel);
        assertThat(stream.device()).contains(Device.cuda(1));
        assertThat(stream.stream()).isEqualTo(7);
        assertThat(kernel.kind()).isEqualTo(EventKind.KERNEL);
        assertThat(kernel.correlation()).isEqualTo(55);
        assertThat(kernel.startNanos()).isEqualTo(replay.at(100));
        assertThat(kernel.durationNanos()).isEqualTo(200);
        assertThat(kernel.arguments())
                .containsEntry("grid", "[64,1,1]")
                .containsEntry("block", "[256,1,1]")
                .containsEntry("registers per thread", 32L)
                .containsEntry("shared memory", 3072L)
                .containsEntry("static shared memory", 1024L)
                .containsEntry("context", 2L)
                .containsEntry("blocks per SM", 0.64)
                .containsEntry("warps per SM", 0.64 * 8)
                .containsEntry("est. achieved occupancy %", 8L)
                .doesNotContainKeys("queued", "graph id", "graph node id");
    }

    @Test
    void kernel_ofADeviceThatIsNotKnown_hasNoOccupancy() {
        Trace trace = replay.withoutDevices()
                .of((words, window) -> words.kernel("k", 0, 7, 55, window.at(100), window.at(300)));

        assertThat(Replay.named(trace, "k").arguments())
                .containsKeys("grid", "block")
                .doesNotContainKeys("blocks per SM", "warps per SM", "est. achieved occupancy %");
    }

    @Test
    void kernelsOfAGraph_haveItsLaunchAndTheirNodes() {
        Trace trace = replay.of((words, window) -> words.runtime(
                        "cudaGraphLaunch_v10000", Replay.TRAINER, 9, window.at(0), window.at(10))
                .kernel("first", 0, 7, 9, window.at(20), window.at(30), 3, 1)
                .kernel("second", 0, 7, 9, window.at(30), window.at(45), 3, 2));

        assertThat(Replay.named(trace, "first").arguments())
                .containsEntry("graph id", 3L)
                .containsEntry("graph node id", 1L);
        assertThat(Replay.named(trace, "second").correlation())
                .isEqualTo(Replay.named(trace, "cudaGraphLaunch").correlation());
    }

    @Test
    void graph_asAWhole_isOneKernel() {
        Trace trace = replay.of((words, window) ->
                words.record(Words.GRAPH, 0, null, window.at(10), window.at(20), pair(0, 1), pair(7, 9), pair(3, 0)));

        TraceEvent graph = Replay.named(trace, "CUDA graph 3");
        assertThat(graph.kind()).isEqualTo(EventKind.KERNEL);
        assertThat(graph.correlation()).isEqualTo(9);
    }

    @Test
    void kernelsOfNccl_areCommunication() {
        Trace trace = replay.of((words, window) ->
                words.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)", 0, 20, 1, window.at(1), window.at(2)));

        assertThat(trace.events().get(0).kind()).isEqualTo(EventKind.COMMUNICATION);
    }

    @Test
    void copy_hasDirectionKindsOfMemoryBytesAndBandwidth() {
        Trace trace = replay.of((words, window) -> words.copy(0, 7, 4, window.at(100), window.at(612), 4096));

        TraceEvent copy = trace.events().get(0);
        assertThat(copy.name()).isEqualTo("Memcpy HtoD (Pageable -> Device)");
        assertThat(copy.kind()).isEqualTo(EventKind.MEMORY_COPY);
        assertThat(copy.arguments()).containsEntry("bytes", 4096L).containsEntry("memory bandwidth (GB/s)", 8.0);
    }

    @Test
    void copy_betweenDevices_namesBoth() {
        Trace trace = replay.of((words, window) -> words.record(
                Words.PEER_COPY,
                10,
                null,
                window.at(10),
                window.at(20),
                pair(0, 1),
                pair(7, 9),
                100,
                pair(3 | 3 << 8, 0),
                0,
                0,
                pair(0, 1),
                pair(1, 2)));

        TraceEvent copy = Replay.named(trace, "Memcpy PtoP (Device -> Device)");
        assertThat(copy.arguments())
                .containsEntry("from device", 0L)
                .containsEntry("to device", 1L)
                .containsEntry("to context", 2L);
    }

    @Test
    void copy_ofKindsThatAreNotKnown_isCalledUnknown() {
        Trace trace = replay.of((words, window) -> words.record(
                Words.COPY, 99, null, window.at(10), window.at(20), pair(0, 1), pair(7, 9), 1, pair(200, 0), 0, 0, 0));

        assertThat(trace.events().get(0).name()).isEqualTo("Memcpy Unknown (Unknown -> Unknown)");
    }

    @Test
    void set_hasItsValue() {
        Trace trace = replay.of((words, window) -> words.record(
                Words.SET, 3, null, window.at(10), window.at(20), pair(0, 1), pair(7, 9), 640, pair(255, 0), 0, 0));

        assertThat(Replay.named(trace, "Memset (Device)").arguments())
                .containsEntry("bytes", 640L)
                .containsEntry("value", 255L)
                .containsEntry("memory bandwidth (GB/s)", 64.0);
    }

    @Test
    void work_thatALibraryNumbered_hasItsNumber() {
        Trace trace = replay.of((words, window) -> words.record(Words.EXTERNAL, 3, null, 1234, pair(55, 0))
                .record(Words.EXTERNAL, 5, null, 99, pair(56, 0))
                .kernel("numbered", 0, 7, 55, window.at(100), window.at(300))
                .kernel("ours", 0, 7, 56, window.at(100), window.at(300)));

        assertThat(Replay.named(trace, "numbered").arguments()).containsEntry("external correlation", 1234L);
        assertThat(Replay.named(trace, "ours").arguments()).doesNotContainKey("external correlation");
    }

    @Test
    void work_withoutTimes_isCountedAsLost() {
        Trace trace = replay.of((words, window) -> words.kernel("untimed", 0, 7, 1, 0, 0)
                .kernel("endless", 0, 7, 2, window.at(5), 0)
                .kernel("timed", 0, 7, 3, window.at(5), window.at(6)));

        assertThat(trace.events()).extracting(TraceEvent::name).containsExactly("timed");
        assertThat(replay.losses())
                .isEqualTo("2 records lost: unfinished when the window was read, or CUPTI took no times");
        assertThat(trace.account().droppedTotal()).isEqualTo(2);
    }

    @Test
    void work_thatEndsBeforeItBegins_hasNoDurationAndIsCounted() {
        Trace trace = replay.of((words, window) -> words.kernel("k", 0, 7, 1, window.at(50), window.at(40)));

        assertThat(Replay.named(trace, "k").durationNanos()).isZero();
        assertThat(replay.losses()).isEqualTo("1 events ended before they began, and are shown without a duration");
    }

    @Test
    void work_aroundTheEndsOfTheWindow_keepsItsTimesAndIsCounted() {
        Trace trace = replay.endsAt(1000)
                .of((words, window) -> words.kernel("before", 0, 7, 1, window.at(-50), window.at(-10))
                        .kernel("into", 0, 7, 2, window.at(-50), window.at(60))
                        .kernel("beyond", 0, 7, 3, window.at(900), window.at(1200)));

        assertThat(trace.events()).extracting(TraceEvent::name).containsExactly("into", "beyond");
        assertThat(Replay.named(trace, "into").durationNanos()).isEqualTo(110);
        assertThat(Replay.named(trace, "beyond").durationNanos()).isEqualTo(300);
        assertThat(replay.losses())
                .isEqualTo("1 events began before the window; 1 events ended after the window; "
                        + "1 events left out: over before the window began");
        assertThat(trace.account().droppedTotal()).isZero();
    }

    @Test
    void work_onAStreamThatMakesNoSense_isCountedAsLost() {
        Trace trace = replay.of((words, window) -> words.kernel("k", 0, Words.NONE, 1, window.at(1), window.at(2)));

        assertThat(trace.events()).isEmpty();
        assertThat(replay.losses()).isEqualTo("1 records lost: of an invalid device or stream");
    }

    @Test
    void record_ofATypeThatIsNotKnown_isSkippedAndCounted() {
        Trace trace = replay.of(
                (words, window) -> words.record(99, 0, null, 1, 2, 3).kernel("k", 0, 7, 1, window.at(1), window.at(2)));

        assertThat(trace.events()).hasSize(1);
        assertThat(replay.losses()).isEqualTo("1 records lost: of a type that this version does not know");
    }
}
