package io.stepprofiler.readers.xspace.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.readers.spaces.SpaceBuilder;
import io.stepprofiler.readers.xspace.proto.XEvent;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XSpaceImporterTest {
    private static final long NANO = 1000;

    @TempDir
    private Path directory;

    @Test
    void hostLines_areThreadsWithNestedEvents() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  7 main @100
                    outer 0+50
                    inner 10+5.999 batch=3, rate=0.5, file=x
                """));

        Track main = trace.tracks().get(0);
        assertThat(main.isThread()).isTrue();
        assertThat(main.id()).isEqualTo(7);
        assertThat(main.name()).isEqualTo("main");
        assertThat(trace.events())
                .extracting(TraceEvent::name, TraceEvent::startNanos, TraceEvent::durationNanos)
                .containsExactly(tuple("outer", 100L, 50L), tuple("inner", 110L, 5L));
        assertThat(main.arguments(1)).containsExactly(entry("batch", 3L), entry("rate", 0.5), entry("file", "x"));
    }

    @Test
    void threadsWithOneNumberInTwoPlanes_areTwo() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  7 main
                    a 0+1
                /host:python-tracer
                  7 main
                    b 0+1
                /host:CPU
                  -5 pool
                    c 0+1
                """));

        assertThat(trace.tracks())
                .extracting(Track::name)
                .containsExactlyInAnyOrder("main", "main (/host:python-tracer)", "pool");
        assertThat(trace.tracks()).extracting(Track::id).doesNotHaveDuplicates().allMatch(id -> id > 0);
    }

    @Test
    void valuesOfOneName_areAllKept() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  1 main
                    a 0+1 _src=x, _src=y, _src=z
                """));

        assertThat(trace.tracks().get(0).arguments(0))
                .containsExactly(entry("_src", "x"), entry("_src (2)", "y"), entry("_src (3)", "z"));
    }

    @Test
    void annotatedSteps_areStepsAndEvents() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  1 main
                    train 50+9 _r=1, step_num=6
                    train 10+9 _r=1, step_num=5
                    train 70+9 step_num=5
                """));

        assertThat(trace.steps()).containsExactly(new StepMark(5, 10, 9, 1, false), new StepMark(6, 50, 9, 1, false));
        assertThat(trace.events()).extracting(TraceEvent::name).containsExactly("train", "train", "train");
        assertThat(trace.tracks().get(0).arguments(0)).containsExactly(entry("step_num", 5L));
    }

    @Test
    void steps_withNegativeNumbers_areEventsAndTold() throws IOException {
        ImportedTrace read = open(SpaceBuilder.of("""
                /host:CPU
                  1 main
                    train 10+9 _r=1, step_num=-7
                    load 20+9 _r=1
                """));

        assertThat(read.trace().steps()).isEmpty();
        assertThat(read.trace().tracks().get(0).arguments(0)).contains(entry("step_num", -7L));
        assertThat(read.missing()).containsExactly("steps with negative numbers are events only: 1");
    }

    @Test
    void gpuStreams_haveDeviceWorkWithCorrelation() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  1 main
                    cuLaunchKernel 0+1 correlation_id=42
                /device:GPU:1
                  14 Stream #14(Compute)
                    gemm 1+1 correlation_id=42
                    MemcpyH2D 2+1
                    Memset 3+1
                    ncclAllReduce 4+1
                  99 XLA Modules
                    jit_step 0+1
                """));

        Track stream = trace.tracks().stream()
                .filter(track -> track.device().isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(stream.device()).hasValue(Device.cuda(1));
        assertThat(stream.stream()).isEqualTo(14);
        assertThat(stream.correlation(0)).isEqualTo(42);
        assertThat(trace.tracks().get(0).correlation(0)).isEqualTo(42);
        assertThat(List.of(0, 1, 2, 3))
                .extracting(i -> trace.kind(stream.nameId(i)))
                .containsExactly(
                        EventKind.KERNEL, EventKind.MEMORY_COPY, EventKind.MEMORY_SET, EventKind.COMMUNICATION);
        assertThat(trace.tracks()).extracting(Track::name).contains("/device:GPU:1: XLA Modules");
    }

    @Test
    void callOfTheRuntime_isKnownByTheNumberOfItsWork() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  1 main
                    cuLaunchKernel 0+1 correlation_id=42
                    scope/Op1:Op1 2+1
                """));

        Track main = trace.tracks().get(0);
        assertThat(List.of(0, 1))
                .extracting(i -> trace.kind(main.nameId(i)))
                .containsExactly(EventKind.RUNTIME, EventKind.SCOPE);
    }

    @Test
    void detailsOfKernelsAndCopies_areArguments() throws IOException {
        SpaceBuilder builder = new SpaceBuilder()
                .plane(
                        "/device:GPU:0",
                        plane -> plane.line(
                                14,
                                "Stream #14",
                                0,
                                line -> line.event(
                                                "gemm",
                                                0,
                                                NANO,
                                                "kernel_details",
                                                "regs:32\nstatic_shared:16\ndynamic_shared:8\ngrid:2,1,1")
                                        .event("MemcpyH2D", NANO, NANO, "memcpy_details", "kind_src:pageable size:4096")
                                        .event("other", 2 * NANO, NANO, "kernel_details", "as it is")));

        Track stream = read(builder).tracks().get(0);

        assertThat(stream.arguments(0))
                .containsOnly(
                        entry("registers per thread", 32L),
                        entry("static shared memory", 16L),
                        entry("shared memory", 24L),
                        entry("grid", "[2,1,1]"));
        assertThat(stream.arguments(1)).containsOnly(entry("kind_src", "pageable"), entry("bytes", 4096L));
        assertThat(stream.arguments(2)).containsOnly(entry("kernel_details", "as it is"));
    }

    @Test
    void messagesOfOthers_andFiguresOfTheirAllocators_areMetadata() throws IOException {
        SpaceBuilder builder = SpaceBuilder.of("""
                /host:CPU
                  9 main
                    MemoryAllocation 5+0 allocator_name=GPU_1_bfc, bytes_allocated=300, peak_bytes_in_use=900, bytes_reserved=70
                    MemoryAllocation 6+0 allocator_name=GPU_1_bfc, bytes_allocated=950, peak_bytes_in_use=950, bytes_reserved=70
                    MemoryAllocation 7+0 allocator_name=cpu, bytes_allocated=10
                """);
        builder.space().addErrors("lost:\n  all").addErrors("lost more").addWarnings("odd");

        ImportedTrace read = open(builder);
        assertThat(read.missing()).isEmpty();
        assertThat(read.trace().metadata())
                .containsOnly(
                        entry("peak_bytes_in_use of cuda:1", new MetadataValue("900", false)),
                        entry("bytes_reserved of cuda:1", new MetadataValue("70", false)),
                        entry("errors of the profile", new MetadataValue("lost: all\nlost more", false)),
                        entry("warnings of the profile", new MetadataValue("odd", false)));
    }

    @Test
    void otherDevices_areLanes() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /device:TPU:0
                  1 XLA Ops
                    fusion.1 0+1
                """));

        assertThat(trace.tracks())
                .extracting(Track::name, Track::isThread)
                .containsExactly(tuple("/device:TPU:0: XLA Ops", false));
    }

    @Test
    void counters_haveACurveForEachValue() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  1 _counters_
                    loss 5+0 value=0.25
                    power 6+0 gpu=90, cpu=50
                    power 7+0 cpu=much
                """));

        assertThat(trace.counters())
                .extracting(CounterTrack::name, counter -> counter.nanos(0), counter -> counter.value(0))
                .containsExactlyInAnyOrder(
                        tuple("loss", 5L, 0.25), tuple("power gpu", 6L, 90.0), tuple("power cpu", 6L, 50.0));
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.INVALID, 1L));
    }

    @Test
    void memoryEvents_areRead() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  9 main
                    MemoryAllocation 5+0 allocator_name=GPU_1_bfc, bytes_allocated=300, bytes_available=700, allocation_bytes=200, addr=77, region_type=temp
                    MemoryDeallocation 6+0 allocator_name=cpu, bytes_allocated=10, allocation_bytes=5, addr=78
                """));

        assertThat(List.of(trace.memory().event(0), trace.memory().event(1)))
                .containsExactly(
                        new MemoryEvent(
                                5,
                                9,
                                MemoryAction.ALLOCATE,
                                Device.cuda(1),
                                77,
                                200,
                                300,
                                1000,
                                MemoryCategory.TEMPORARY,
                                -1),
                        new MemoryEvent(
                                6, 9, MemoryAction.FREE, Device.CPU, 78, -5, 10, 0, MemoryCategory.UNKNOWN, -1));
        assertThat(trace.eventCount()).isZero();
    }

    @Test
    void dataLoading_isKnownByItsName() throws IOException {
        Trace trace = read(SpaceBuilder.of("""
                /host:CPU
                  1 main
                    IteratorGetNext/next:IteratorGetNext 0+1
                """));

        assertThat(trace.kind(trace.tracks().get(0).nameId(0))).isEqualTo(EventKind.DATA_LOADER);
    }

    @Test
    void environment_isTimeOfDayProcessAndMetadata() throws IOException {
        SpaceBuilder builder = new SpaceBuilder()
                .plane(
                        "/host:metadata",
                        plane -> plane.stat("jax_version", "0.10.2").stat("process_id", 17))
                .plane(
                        "Task Environment",
                        plane -> plane.stat("profile_start_time", 1_000_000L)
                                .stat("profile_stop_time", 1_000_500L)
                                .stat("profile_options", new byte[] {8, 1}));
        builder.space().addHostnames("h1");

        Trace trace = read(builder);

        assertThat(trace.process()).isEqualTo(new ProcessInfo(17, "h1", ""));
        assertThat(trace.start().toEpochNanos(20)).isEqualTo(1_000_020);
        assertThat(trace.end().monotonicNanos()).isEqualTo(500);
        assertThat(trace.metadata())
                .containsExactly(
                        entry("jax_version", new MetadataValue("0.10.2", false)),
                        entry("profile_options", new MetadataValue("0x0801", false)));
    }

    @Test
    void namesThatViewersShow_goBeforeLongOnes() throws IOException {
        SpaceBuilder builder = new SpaceBuilder()
                .plane(
                        "/device:TPU:0",
                        plane -> plane.line(1, "ops", 0, line -> line.event("%fusion.1 = f32[]", 0, NANO)));
        var plane = builder.space().getPlanesBuilder(0);
        plane.putEventMetadata(
                1,
                plane.getEventMetadataOrThrow(1).toBuilder()
                        .setDisplayName("fusion.1")
                        .build());

        Trace trace = read(builder);

        assertThat(trace.events()).extracting(TraceEvent::name).containsExactly("fusion.1");
        assertThat(trace.tracks().get(0).arguments(0)).containsExactly(entry("long_name", "%fusion.1 = f32[]"));
    }

    @Test
    void whatHasNoPlace_isCountedAndTold() throws IOException {
        SpaceBuilder builder = new SpaceBuilder().plane("/host:CPU", plane -> {
            plane.line(1, "main", 0, line -> {
                line.event("backwards", 10 * NANO, -5 * NANO)
                        .event("never", Long.MAX_VALUE, 1)
                        .event("long", 0, NANO, "bytes", new byte[100]);
                line.line().addEvents(XEvent.newBuilder().setMetadataId(1).setNumOccurrences(3));
            });
        });
        ImportedTrace read = open(builder);

        assertThat(read.trace().account().dropped()).containsExactly(entry(DropCause.INVALID, 2L));
        assertThat(read.trace().account().anomalies())
                .containsEntry(Anomaly.NEGATIVE_DURATION, 1L)
                .containsEntry(Anomaly.ARGUMENT_DROPPED, 1L);
        assertThat(read.missing())
                .containsExactly(
                        "events that stand for several ones have no time and are counted as dropped: 1",
                        "events with times out of range are counted as dropped: 1",
                        "values of events that are long bytes are left out: 1");
    }

    @Test
    void filesOfThisProfiler_keepShapeKindAndAccount() throws IOException {
        SpaceBuilder builder = ours(SpaceBuilder.of("""
                /host:CPU
                  3 main
                    a 0+9 Sequence number=4, Fwd thread id=3, unfinished=1
                    b 1+0 shortened ns=8, tf_op=x, correlation=5
                  1073741824 main (async)
                    c 0+9 async=1
                  1073741825 GC
                    d 0+1
                """));
        builder.space()
                .addErrors("12 events are missing: event limit")
                .addWarnings("text cut: 2 times")
                .addWarnings("1 events have no known end: window ended")
                .addWarnings("profiling ended before the window had all its steps");

        ImportedTrace read = open(builder);

        Trace trace = read.trace();
        assertThat(read.missing()).isEmpty();
        assertThat(trace.id()).isEqualTo("ABC");
        assertThat(trace.isPartial()).isTrue();
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.EVENT_LIMIT, 12L));
        assertThat(trace.account().unfinishedTotal()).isEqualTo(1);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.TEXT_TRUNCATED, 2L));
        assertThat(trace.tracks())
                .extracting(Track::name, Track::isThread)
                .containsExactly(tuple("main", true), tuple("GC", false));
        Track main = trace.tracks().get(0);
        assertThat(List.of(
                        main.event(0).name(),
                        main.event(1).name(),
                        main.event(2).name()))
                .containsExactly("a", "c", "b");
        assertThat(main.sequenceNumber(0)).isEqualTo(4);
        assertThat(main.forwardThread(0)).isEqualTo(3);
        assertThat(main.isUnfinished(0)).isTrue();
        assertThat(main.isAsync(1)).isTrue();
        assertThat(main.durationNanos(2)).isEqualTo(8);
        assertThat(main.correlation(2)).isEqualTo(5);
        assertThat(main.arguments(2)).isEmpty();
    }

    @Test
    void samplesOfThisProfiler_areSamples() throws IOException {
        SpaceBuilder builder = ours(new SpaceBuilder().plane("/host:CPU", plane -> {
            plane.line(3, "main", 0, line -> line.event("a", 0, NANO));
            plane.line(1L << 30, "main (samples)", 0, line -> line.event("acme.Net.fit", 5 * NANO, 0, "weight", 20));
            long id = plane.event("acme.Net.fit");
            plane.withStats(
                    id,
                    "Kind",
                    "cpu time",
                    "Call stack",
                    "acme.Net.fit(Net.java:12)\napp//acme.Main.main(Main.java)\njava.base/java.lang.Thread.run(Native Method)");
        }));

        Trace trace = read(builder);

        StackSample sample = trace.samples().sample(0);
        assertThat(sample.nanos()).isEqualTo(5);
        assertThat(sample.trackId()).isEqualTo(3);
        assertThat(sample.kind()).isEqualTo(SampleKind.CPU_TIME);
        assertThat(sample.weight()).isEqualTo(20);
        assertThat(trace.stack(sample.stackId()))
                .containsExactly(
                        new StackTraceElement("acme.Net", "fit", "Net.java", 12),
                        new StackTraceElement("acme.Main", "main", "Main.java", -1),
                        new StackTraceElement("java.lang.Thread", "run", null, -2));
    }

    @Test
    void file_isRecognizedByItsContent() throws IOException {
        Path file = Files.write(
                directory.resolve("profile.bin"), SpaceBuilder.of("""
                /host:CPU
                  1 l
                    a 0+1
                """).bytes());

        assertThat(Traces.read(file).eventCount()).isEqualTo(1);
    }

    @Test
    void files_ofOtherContent_areNotRecognized() throws IOException {
        Path file = Files.write(directory.resolve("profile.bin"), new byte[] {0x0a, 3, 0x12, 1, 'x'});

        assertThatThrownBy(() -> Traces.read(file)).hasMessageContaining("no reader knows it");
    }

    @Test
    void memory_isLimited() {
        SpaceBuilder builder = new SpaceBuilder()
                .plane(
                        "/host:CPU",
                        plane -> plane.line(1, "l", 0, line -> {
                            for (int i = 0; i < 1000; i++) {
                                line.event("a", i, 1);
                            }
                        }));

        assertThatThrownBy(() -> Traces.open(write(builder.bytes()), ImportOptions.DEFAULT.withMaxMemoryBytes(50_000)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("maxMemoryBytes is 50000");
    }

    @Test
    void mutatedFiles_giveTracesOrErrorsOfImport() throws IOException {
        byte[] whole = ours(SpaceBuilder.of("""
                /host:CPU
                  1 main
                    train 0+0.009 _r=1, step_num=2
                    MemoryAllocation 0.001+0 addr=1, allocation_bytes=5
                  2 _counters_
                    loss 0.001+0 value=0.5
                /device:GPU:0
                  3 stream 3
                    gemm 0.001+0.002 correlation_id=7
                """)).bytes();
        XSpaceImporter importer = new XSpaceImporter();
        Random random = new Random(44);
        int readable = 0;
        for (int i = 0; i < 2000; i++) {
            byte[] mutated = whole.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            try {
                Trace trace =
                        importer.read(write(mutated), ImportOptions.DEFAULT).trace();
                assertThat(trace.account().begun()).isGreaterThanOrEqualTo(trace.eventCount());
                readable++;
            } catch (ImportException e) {
                assertThat(e).hasMessageContaining("host.xplane.pb: ");
            }
        }
        assertThat(readable).isBetween(200, 1950);
    }

    private static SpaceBuilder ours(SpaceBuilder builder) {
        return builder.plane(
                "Task Environment", plane -> plane.stat("trace_id", "ABC").stat("account", "all of it"));
    }

    private Trace read(SpaceBuilder builder) throws IOException {
        ImportedTrace read = open(builder);
        assertThat(read.missing()).allMatch(sentence -> sentence.contains("counted as dropped"));
        return read.trace();
    }

    private ImportedTrace open(SpaceBuilder builder) throws IOException {
        return Traces.open(write(builder.bytes()), ImportOptions.DEFAULT);
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("host.xplane.pb"), bytes);
    }
}
