package io.stepprofiler.cuda;

import static io.stepprofiler.cuda.Words.pair;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class CudaCallsTest {
    private final Replay replay = new Replay();

    @Test
    void call_isOnItsThreadWithTheNameThatProgramsKnow() {
        Trace trace = replay.of((words, window) ->
                words.runtime("cudaLaunchKernel_ptsz_v7000", Replay.TRAINER, 55, window.at(10), window.at(15)));

        TraceEvent call = Replay.named(trace, "cudaLaunchKernel");
        assertThat(call.kind()).isEqualTo(EventKind.RUNTIME);
        assertThat(call.trackId()).isEqualTo(Replay.JAVA_TRAINER);
        assertThat(Replay.track(trace, call).name()).isEqualTo("trainer");
        assertThat(call.correlation()).isEqualTo(55);
        assertThat(call.arguments()).containsEntry("cbid", 211L).doesNotContainKey("return value");
    }

    @Test
    void call_ofAThreadThatIsNotFound_hasATrackOfItsOwn() {
        Trace trace =
                replay.of((words, window) -> words.runtime("cudaFree_v3020", 4321, 55, window.at(10), window.at(15)));

        Track track = Replay.track(trace, Replay.named(trace, "cudaFree"));
        assertThat(track.isThread()).isTrue();
        assertThat(track.name()).isEqualTo("thread 4321");
    }

    @Test
    void call_thatFailed_saysWhatItReturned() {
        Trace trace = replay.of((words, window) -> words.record(
                Words.RUNTIME,
                0,
                "cudaMalloc_v3020",
                window.at(1),
                window.at(2),
                pair(1, Replay.TRAINER),
                pair(5, 2),
                20));

        assertThat(Replay.named(trace, "cudaMalloc").arguments()).containsEntry("return value", 2L);
    }

    @Test
    void callsOfTheDriver_byDefault_areThoseThatBeginWork() {
        Trace trace =
                replay.only(CudaActivity.KERNEL, CudaActivity.DRIVER_LAUNCH).of(CudaCallsTest::driverCalls);

        assertThat(trace.events()).extracting(TraceEvent::name).containsExactly("cuLaunchKernel", "cuMemcpyHtoD_v2");
    }

    @Test
    void callsOfTheDriver_onDemand_areAll() {
        Trace trace = replay.only(CudaActivity.DRIVER).of(CudaCallsTest::driverCalls);

        assertThat(trace.events()).hasSize(3);
    }

    private static void driverCalls(Words words, Replay window) {
        words.call(Words.DRIVER, "cuLaunchKernel", Replay.TRAINER, 1, window.at(1), window.at(2))
                .call(Words.DRIVER, "cuCtxGetCurrent", Replay.TRAINER, 2, window.at(3), window.at(4))
                .call(Words.DRIVER, "cuMemcpyHtoD_v2", Replay.TRAINER, 3, window.at(5), window.at(6));
    }

    /** A wait in the second context, of a kind and for a stream. */
    private static Words wait(Words words, Replay window, int kind, long stream) {
        long from = window.at(10);
        return words.record(
                Words.SYNCHRONIZATION, kind, null, from, window.at(90), pair(8, 2), pair(stream, Words.NONE), 0, 0);
    }

    @Test
    void wait_isOnTheStreamOfTheDeviceOfItsContext() {
        Trace trace = replay.of(
                (words, window) -> wait(words, window, 3, 7).kernel("k", 1, 7, 1, window.at(1), window.at(80)));

        TraceEvent wait = Replay.named(trace, "Stream Sync");
        assertThat(wait.kind()).isEqualTo(EventKind.RUNTIME);
        assertThat(Replay.track(trace, wait).device()).contains(Device.cuda(1));
        assertThat(Replay.track(trace, wait).stream()).isEqualTo(7);
        assertThat(wait.correlation()).isEqualTo(8);
        assertThat(wait.arguments())
                .containsEntry("cuda_sync_kind", "Stream Sync")
                .doesNotContainKey("wait_on_cuda_event_id");
    }

    @Test
    void wait_forAnEvent_namesWhereItWasRecorded() {
        Trace trace = replay.of((words, window) -> words.kernel("k", 0, 7, 1, window.at(1), window.at(80))
                .record(Words.EVENT, 0, null, pair(30, 1), pair(7, 5), 0, 0, 0)
                .runtime("cudaEventRecord_v3020", Replay.TRAINER, 30, window.at(2), window.at(3))
                .record(Words.SYNCHRONIZATION, 2, null, window.at(10), window.at(11), pair(31, 1), pair(20, 5), 0, 0));

        assertThat(Replay.named(trace, "Stream Wait Event").arguments())
                .containsEntry("wait_on_stream", 7L)
                .containsEntry("wait_on_cuda_event_record_corr_id", 30L)
                .containsEntry("wait_on_cuda_event_id", 5L);
        assertThat(Replay.named(trace, "cudaEventRecord").arguments())
                .containsEntry("cuda event", 5L)
                .containsEntry("in stream", 7L);
    }

    @Test
    void event_isAMarkOnItsStreamWhenTheDeviceCameToIt() {
        long[] nanos = new long[1];
        Trace trace = replay.of((words, window) -> {
            nanos[0] = window.at(50);
            words.record(Words.CONTEXT, 0, null, pair(2, 1))
                    .record(Words.EVENT, 0, null, pair(30, 2), pair(7, 5), 1, nanos[0], 9)
                    .runtime("cudaEventRecord_v3020", Replay.TRAINER, 30, window.at(2), window.at(3));
        });

        TraceEvent mark = Replay.named(trace, "Event Record");
        assertThat(mark.kind()).isEqualTo(EventKind.MARKER);
        assertThat(mark.startNanos()).isEqualTo(nanos[0]);
        assertThat(mark.correlation()).isEqualTo(30);
        assertThat(Replay.track(trace, mark).device()).contains(Device.cuda(1));
        assertThat(Replay.track(trace, mark).stream()).isEqualTo(7);
        assertThat(mark.arguments()).containsEntry("cuda event", 5L).doesNotContainKey("time");
    }

    @Test
    void event_whoseTimeTheDeviceDoesNotTell_hasThatOfItsCallWhicheverComesFirst() {
        List<Long> nanos = new ArrayList<>();
        Trace trace = replay.inPieces(3).of((words, window) -> {
            nanos.addAll(List.of(window.at(2), window.at(12)));
            words.record(Words.EVENT, 0, null, pair(30, 1), pair(7, 5), 0, 0, 0)
                    .runtime("cudaEventRecord_v3020", Replay.TRAINER, 30, nanos.get(0), nanos.get(0) + 1)
                    .runtime("cudaEventRecordWithFlags_ptsz_v11010", Replay.TRAINER, 31, nanos.get(1), nanos.get(1) + 1)
                    .record(Words.EVENT, 0, null, pair(31, 1), pair(7, 5), 0, 0, 0)
                    .kernel("k", 0, 7, 1, window.at(1), window.at(80));
        });

        assertThat(trace.events().stream().filter(event -> event.name().equals("Event Record")))
                .allMatch(event -> event.arguments().get("time").equals("of the call"))
                .extracting(TraceEvent::startNanos)
                .containsExactlyElementsOf(nanos);
        assertThat(replay.losses()).isEmpty();
    }

    @Test
    void event_whoseCallIsReadForItsMarkAlone_hasTheTimeOfTheCall() {
        Trace trace = replay.only(CudaActivity.KERNEL, CudaActivity.EVENT)
                .of((words, window) -> words.record(Words.CONTEXT, 0, null, pair(2, 1))
                        .record(Words.EVENT, 0, null, pair(30, 2), pair(7, 5), 1, 0, 9)
                        .runtime("cudaEventRecord_v3020", Replay.TRAINER, 30, window.at(2), window.at(3)));

        assertThat(trace.events()).extracting(TraceEvent::name).containsExactly("Event Record");
        assertThat(replay.losses()).isEmpty();
    }

    @Test
    void event_ofWhichNothingTellsTheTimeOrThePlace_isCounted() {
        Trace trace = replay.of((words, window) -> words.record(Words.CONTEXT, 0, null, pair(2, 1))
                .record(Words.EVENT, 0, null, pair(30, 2), pair(7, 5), 1, 0, 9)
                .record(Words.EVENT, 0, null, pair(31, 3), pair(7, 5), 0, window.at(5), 0));

        assertThat(trace.events()).isEmpty();
        assertThat(replay.losses())
                .contains(
                        "1 records lost: unfinished when the window was read", "1 records lost: of an invalid device");
    }

    @Test
    void wait_forAContextThatIsKnownByItsRecord_isOnTheDeviceOfThat() {
        Trace trace = replay.of(
                (words, window) -> wait(words, window, 4, Words.NONE).record(Words.CONTEXT, 0, null, pair(2, 1)));

        Track stream = Replay.track(trace, Replay.named(trace, "Context Sync"));
        assertThat(stream.device()).contains(Device.cuda(1));
        assertThat(replay.losses()).isEmpty();
    }

    @Test
    void wait_forAContextWithoutWork_isOnALaneAndCounted() {
        Trace trace = replay.of((words, window) -> wait(words, window, 4, Words.NONE));

        Track lane = Replay.track(trace, Replay.named(trace, "Context Sync"));
        assertThat(lane.name()).isEqualTo("CUDA synchronization");
        assertThat(lane.device()).isEmpty();
        assertThat(replay.losses()).isEqualTo("1 waits for a context of an unknown device are on a lane of their own");
    }

    @Test
    void memory_isOnTheThreadOfItsCallWhicheverComesFirst() {
        Trace trace = replay.of((words, window) -> memory(
                memory(words, 1, window.at(5), 40)
                        .runtime("cudaMalloc_v3020", Replay.TRAINER, 40, window.at(4), window.at(6))
                        .runtime("cudaFree_v3020", Replay.TRAINER, 41, window.at(7), window.at(9)),
                2,
                window.at(8),
                41));

        List<MemoryEvent> events = memory(trace);
        assertThat(events)
                .extracting(MemoryEvent::action, MemoryEvent::bytes, MemoryEvent::trackId, MemoryEvent::device)
                .containsExactly(
                        Tuple.tuple(MemoryAction.ALLOCATE, 512L, Replay.JAVA_TRAINER, Device.cuda(1)),
                        Tuple.tuple(MemoryAction.FREE, -512L, Replay.JAVA_TRAINER, Device.cuda(1)));
    }

    @Test
    void memory_withoutACall_hasNoThreadAndIsCounted() {
        Trace trace = replay.of((words, window) -> memory(words, 1, window.at(5), 40));

        assertThat(memory(trace)).hasSize(1);
        assertThat(replay.losses())
                .isEqualTo("1 memory events have no thread: the call that made them was not recorded");
    }

    /** An allocation (1) or a freeing (2) of one piece of memory. */
    private static Words memory(Words words, int operation, long time, long correlation) {
        long[] fields = {time, 0xa0, 512, pair(1, 2), pair(Words.NONE, correlation), pair(3, 0), 0, 0, 0, 0};
        return words.record(Words.MEMORY, operation, null, fields);
    }

    private static List<MemoryEvent> memory(Trace trace) {
        List<MemoryEvent> events = new ArrayList<>();
        for (int i = 0; i < trace.memory().size(); i++) {
            events.add(trace.memory().event(i));
        }
        return events;
    }

    @Test
    void overhead_isOnALaneOfTheProfiler() {
        Trace trace = replay.of((words, window) -> words.record(
                        Words.OVERHEAD, 2, null, window.at(1), window.at(4), pair(1 << 16, 0), 0, 0)
                .record(Words.OVERHEAD, 2, null, window.at(5), window.at(6), pair(1, 0), 0, 0));

        assertThat(Replay.named(trace, "Activity Buffer Flush").kind()).isEqualTo(EventKind.PROFILER);
        assertThat(Replay.track(trace, Replay.named(trace, "Driver Compiler")).name())
                .isEqualTo("CUPTI overhead");
    }

    @Test
    void rangesOfNvtx_areOnALaneOfTheirThread() {
        Trace trace = replay.endsAt(100).of((words, window) -> {
            int domain = words.nameNumber("tokens");
            range(words, "outer", window.at(1), 1, 2, domain);
            range(words, "inner", window.at(2), 2, 2, -1);
            range(words, null, window.at(3), 2, 4, -1);
            range(words, "mark", window.at(4), 3, 1, -1);
            range(words, null, window.at(5), 99, 4, -1);
        });

        TraceEvent inner = Replay.named(trace, "inner");
        assertThat(inner.durationNanos()).isEqualTo(1);
        assertThat(Replay.track(trace, inner).name()).isEqualTo("NVTX trainer");
        assertThat(Replay.named(trace, "mark").kind()).isEqualTo(EventKind.MARKER);
        TraceEvent outer = Replay.named(trace, "outer");
        assertThat(outer.arguments()).containsEntry("domain", "tokens");
        assertThat(outer.endNanos()).isEqualTo(replay.at(100));
        assertThat(replay.losses()).isEqualTo("1 NVTX ranges lost: no end came, or no begin");
    }

    @Test
    void rangesOfOurOwn_areLeftOutAndCounted() {
        Trace trace = replay.of((words, window) -> {
            int domain = words.nameNumber("stepprofiler");
            range(words, "forward", window.at(1), 1, 2, domain);
            range(words, null, window.at(3), 1, 4, -1);
        });

        assertThat(trace.events()).isEmpty();
        assertThat(replay.losses()).isEqualTo("1 NVTX ranges left out: of this profiler, which has them as scopes");
    }

    private static void range(Words words, String name, long time, long id, long flags, int domain) {
        words.record(Words.MARKER, 2, name, time, pair(id, flags), pair(1, Replay.TRAINER), pair(domain, 0));
    }

    @Test
    void environment_isCounters() {
        Trace trace = replay.of((words, window) -> words.record(
                        Words.ENVIRONMENT, 1, null, window.at(1), pair(1, 1800), pair(2600, 4), pair(16, 32))
                .record(Words.ENVIRONMENT, 2, null, window.at(2), pair(1, 61), 0, 0)
                .record(Words.ENVIRONMENT, 3, null, window.at(3), pair(1, 250_500), pair(700_000, 0), 0)
                .record(Words.ENVIRONMENT, 4, null, window.at(4), pair(1, 40), 0, 0));

        assertThat(trace.counters())
                .extracting(counter -> counter.name() + " = " + counter.value(0))
                .containsExactlyInAnyOrder(
                        "GPU 1 SM clock (MHz) = 1800.0",
                        "GPU 1 memory clock (MHz) = 2600.0",
                        "GPU 1 throttle reasons = 32.0",
                        "GPU 1 temperature (C) = 61.0",
                        "GPU 1 power (W) = 250.5",
                        "GPU 1 power limit (W) = 700.0",
                        "GPU 1 fan (%) = 40.0");
    }
}
