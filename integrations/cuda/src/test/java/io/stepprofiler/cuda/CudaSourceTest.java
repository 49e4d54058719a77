package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.nativeaccess.OperationMark;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Through the real native code, with the fakes of CUDA and CUPTI. */
class CudaSourceTest {
    private static Fakes fakes;

    @BeforeAll
    static void loadFakes() throws IOException {
        fakes = Fakes.load();
    }

    private interface Work {
        void run(Profile profile) throws IOException;
    }

    private static List<Trace> record(CudaSource source, UnaryOperator<ProfileBuilder> options, Work work)
            throws IOException {
        List<Trace> traces = new ArrayList<>();
        try (Profile profile = options.apply(Profile.builder().source(source))
                .onTraceReady(traces::add)
                .start()) {
            work.run(profile);
        }
        return traces;
    }

    @Test
    void kernels_areChargedToTheScopesAroundTheirCalls() throws IOException {
        Trace trace = record(CudaSource.create(), builder -> builder, profile -> {
                    try (Scope forward = Scope.open("forward")) {
                        forward.arg("batch", 1);
                        fakes.launch("_Z3addPf", 400);
                        fakes.launch("_Z3mulPf", 300);
                    }
                    fakes.launch("_Z3addPf", 50);
                    fakes.ready();
                })
                .get(0);

        KeyAverages averages = KeyAverages.of(trace);
        assertThat(averages.get("forward").orElseThrow().device().totalNanos()).isEqualTo(700);
        assertThat(averages.get("cudaLaunchKernel").orElseThrow().device().selfNanos())
                .isEqualTo(750);
        TraceEvent call = Replay.named(trace, "cudaLaunchKernel");
        assertThat(call.trackId()).isEqualTo(Thread.currentThread().getId());
        TraceEvent kernel = trace.events().stream()
                .filter(event -> event.kind() == EventKind.KERNEL)
                .findFirst()
                .orElseThrow();
        assertThat(Replay.track(trace, kernel).device()).contains(Device.cuda(0));
        assertThat(kernel.arguments()).containsEntry("grid", "[64,1,1]").containsKey("est. achieved occupancy %");
        assertThat(trace.account().droppedTotal()).isZero();
        assertThat(Fakes.note(trace, "cuda")).startsWith("CUPTI 24 of CUDA 12.6 at ");
        assertThat(Fakes.note(trace, "cuda_driver_version")).isEqualTo("12.6");
        assertThat(Fakes.note(trace, "deviceProperties")).contains("\"name\": \"Fake 0\"", "\"numSms\": 108");
    }

    @Test
    void work_ofCallsThatAreNotRecorded_isChargedToTheOperationThatToldWhenItBegan() throws IOException {
        long ticks = 123_456_789;
        CudaOptions options = CudaOptions.DEFAULT.withActivities(EnumSet.of(CudaActivity.KERNEL));
        Trace trace = record(
                        CudaSource.of(options),
                        builder -> builder.source(new OneOperation("aten::mm", ticks)),
                        profile -> {
                            long now = System.nanoTime();
                            fakes.say("force external 0 externalKind=5 id=" + ticks + " correlation=77")
                                    .say("force runtime 0 cbid=211 start=now end=now correlation=77")
                                    .say("force external 0 externalKind=3 id=5 correlation=77")
                                    .say("force kernel 0 start=" + now + " end=" + (now + 40)
                                            + " correlation=77 stream=7 name=k")
                                    .ready();
                        })
                .get(0);

        KeyAverages averages = KeyAverages.of(trace);
        assertThat(averages.get("aten::mm").orElseThrow().device().selfNanos()).isEqualTo(40);
        assertThat(averages.get("cudaLaunchKernel")).isEmpty();
        assertThat(Replay.named(trace, "k").arguments()).containsEntry("external correlation", 5L);
    }

    /** What the recorder of operations tells of one that told CUPTI when it began. */
    private record OneOperation(String name, long ticks) implements ActivitySource {
        @Override
        public Activity activity() {
            return Activity.CPU;
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            long began = System.nanoTime();
            return new ActivityRecording() {
                @Override
                public void stop() {}

                @Override
                public void collect(ActivitySink sink) {
                    sink.span(new SpanReport()
                            .onThread(1, "main")
                            .named(name, began, 100)
                            .correlation(OperationMark.number(ticks)));
                }
            };
        }
    }

    @Test
    void status_namesWhatWasFound() {
        CudaStatus status = CudaSource.status();

        assertThat(status.isCudaLoaded()).isTrue();
        assertThat(status.isAvailable()).as(status.activity()).isTrue();
        assertThat(status.cuptiVersion()).isEqualTo(24);
        assertThat(status.devices()).isNotEmpty();
    }

    @Test
    void records_thatCuptiDropped_areInTheAccount() throws IOException {
        Trace trace = record(CudaSource.create(), builder -> builder, profile -> {
                    fakes.launch("k", 10);
                    fakes.say("drop 3").say("force kernel 0 name=_Z3addPf").ready();
                })
                .get(0);

        assertThat(trace.account().dropped()).containsEntry(DropCause.SOURCE, 4L);
        assertThat(Fakes.note(trace, "cuda.losses"))
                .contains("3 records lost: CUPTI had no buffer", "1 records lost: unfinished");
    }

    @Test
    void kind_thatCuptiRefuses_isNamedAndTheRestIsRecorded() throws IOException {
        CudaSource source = CudaSource.of(CudaOptions.DEFAULT.with(CudaActivity.ENVIRONMENT));
        fakes.say("fail cuptiActivityEnable 35 20").ready();
        List<Trace> traces = new ArrayList<>();
        try {
            // The end of this window is when the fake hears of it.
            record(CudaSource.create(), builder -> builder, profile -> {});
            traces.addAll(record(source, builder -> builder, profile -> {
                fakes.launch("k", 10);
                fakes.ready();
            }));
        } finally {
            fakes.say("fail cuptiActivityEnable 0 20").ready();
            record(CudaSource.create(), builder -> builder, profile -> {});
        }

        Trace trace = traces.get(0);
        assertThat(Fakes.note(trace, "cuda.kinds")).contains("ENVIRONMENT", "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES");
        assertThat(Replay.named(trace, "k").kind()).isEqualTo(EventKind.KERNEL);
    }

    @Test
    void otherSubscriberOfCupti_isTheReasonAndTheNextWindowRecordsAgain() throws IOException {
        fakes.say("fail cuptiSubscribe 39").ready();
        Trace refused =
                record(CudaSource.create(), builder -> builder, profile -> {}).get(0);
        fakes.say("fail cuptiSubscribe 0").ready();
        Trace next = record(CudaSource.create(), builder -> builder, profile -> {
                    fakes.launch("k", 10);
                    fakes.ready();
                })
                .get(0);

        assertThat(Fakes.note(refused, "cuda"))
                .isEqualTo("not recorded: subscribing to CUPTI failed with"
                        + " CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED (39): another profiler has CUPTI in this"
                        + " process");
        assertThat(refused.account().droppedTotal()).isZero();
        assertThat(kernels(next)).containsExactly("k");
    }

    @Test
    void secondWindow_whileOneIsOpen_saysSoAndLeavesTheFirstAlone() throws IOException {
        List<String> notes = new ArrayList<>();
        Trace first = record(CudaSource.create(), builder -> builder, profile -> {
                    fakes.launch("before", 10);
                    notes.addAll(notesOf(CudaSource.create()));
                    fakes.launch("after", 10);
                    fakes.ready();
                })
                .get(0);

        assertThat(notes).containsExactly("not recorded: another window of CUDA's activity is open");
        assertThat(kernels(first)).containsExactly("before", "after");
    }

    /** Of a window of another profile, which knows nothing of the one that records. */
    private static List<String> notesOf(CudaSource source) {
        List<String> notes = new ArrayList<>();
        ActivityRecording recording = source.start(RecordingOptions.NONE);
        recording.stop();
        recording.collect((ActivitySink) Proxy.newProxyInstance(
                ActivitySink.class.getClassLoader(),
                new Class<?>[] {ActivitySink.class},
                (proxy, method, arguments) -> {
                    notes.add((String) arguments[1]);
                    return null;
                }));
        return notes;
    }

    @Test
    void deviceThatIsLost_losesWhatCuptiHadAndSaysSo() throws IOException {
        Trace lost = record(CudaSource.create(), builder -> builder, profile -> {
                    fakes.launch("k", 10);
                    fakes.say("fail cuptiActivityFlushAll 719").ready();
                })
                .get(0);
        fakes.say("fail cuptiActivityFlushAll 0").ready();
        Trace next =
                record(CudaSource.create(), builder -> builder, profile -> {}).get(0);

        assertThat(kernels(lost)).isEmpty();
        assertThat(Fakes.note(lost, "cuda.losses")).contains("1 buffers did not come back from CUPTI");
        assertThat(Fakes.note(lost, "cuda.notes"))
                .contains("flushing CUPTI's buffers failed with FAKE_ERROR_719 (719)");
        assertThat(Fakes.note(next, "cuda.losses")).contains("1 buffers of earlier windows came back too late");
    }

    @Test
    void windows_haveTheirOwnWorkEach() throws IOException {
        List<Trace> traces = record(
                CudaSource.create(),
                builder -> builder.schedule(
                        Schedule.builder().wait(1).warmup(0).active(1).repeat(2).build()),
                profile -> {
                    for (int step = 0; step < 4; step++) {
                        if (step % 2 == 1) {
                            fakes.launch("kernel" + step, 10);
                            fakes.ready();
                        }
                        profile.step();
                        Awaitility.await().until(() -> !fakes.isWaiting());
                    }
                });

        assertThat(traces).hasSize(2);
        assertThat(kernels(traces.get(0))).containsExactly("kernel1");
        assertThat(kernels(traces.get(1))).containsExactly("kernel3");
    }

    @Test
    void buffers_thatAreAllFull_endTheWindowWithTheStep(@TempDir Path folder) throws IOException {
        CudaSource source = CudaSource.of(CudaOptions.DEFAULT.withBuffers(2, CudaOptions.MIN_BUFFER_BYTES));
        List<ProfilerAction> actions = new ArrayList<>();
        Trace trace = record(
                        source,
                        builder -> builder.journal(inPieces(folder))
                                .schedule(Schedule.builder()
                                        .warmup(0)
                                        .active(3)
                                        .repeat(1)
                                        .build()),
                        profile -> {
                            // CUPTI has all buffers, and gives none back.
                            fakes.say("keep");
                            for (int i = 0; i < 400; i++) {
                                fakes.launch("k", 10);
                            }
                            fakes.ready();
                            Awaitility.await().until(() -> !fakes.isWaiting());
                            Awaitility.await().until(() -> {
                                profile.step();
                                actions.add(profile.currentAction());
                                return profile.currentAction() != ProfilerAction.RECORD;
                            });
                            fakes.say("give").ready();
                        })
                .get(0);

        assertThat(actions).contains(ProfilerAction.DEVICE_STOPPED);
        assertThat(trace.account().droppedTotal()).isPositive();
        assertThat(Fakes.note(trace, "cuda.losses")).contains("times CUPTI asked for a buffer when all were full");
    }

    @Test
    void work_inALongWindow_isDeliveredWhileItIsOpen(@TempDir Path folder) throws IOException {
        Trace trace = record(CudaSource.create(), builder -> builder.journal(inPieces(folder)), profile -> {
                    for (int piece = 0; piece < 3; piece++) {
                        fakes.launch("k" + piece, 10);
                        fakes.ready();
                        Awaitility.await().until(() -> !fakes.isWaiting());
                    }
                })
                .get(0);

        assertThat(kernels(trace)).containsExactly("k0", "k1", "k2");
        assertThat(trace.account().droppedTotal()).isZero();
    }

    @Test
    void history_thatIsAskedFor_hasTheWorkOfItsSteps() throws IOException {
        List<Trace> traces = record(CudaSource.create(), builder -> builder.history(History.ofSteps(2)), profile -> {
            for (int step = 0; step < 5; step++) {
                fakes.launch("k" + step, 10);
                profile.step();
            }
            fakes.ready();
            profile.snapshot("why");
        });

        assertThat(kernels(traces.get(0))).contains("k3", "k4").doesNotContain("k0");
    }

    private static JournalOptions inPieces(Path folder) {
        return JournalOptions.in(folder).withMemoryBytes(0).withFlushEvery(Duration.ofMillis(100));
    }

    private static List<String> kernels(Trace trace) {
        return trace.events().stream()
                .filter(event -> event.kind() == EventKind.KERNEL)
                .map(TraceEvent::name)
                .toList();
    }
}
