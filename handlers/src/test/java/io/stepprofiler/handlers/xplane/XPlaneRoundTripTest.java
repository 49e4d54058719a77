package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.handlers.rows.Earliest;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.readers.accounting.NestedAccounting;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A trace that was written as XSpace and read again has what it had, in times since its first event. */
class XPlaneRoundTripTest {
    private record Event(
            String name,
            EventKind kind,
            String domain,
            MarkerScope scope,
            String device,
            long start,
            long duration,
            boolean unfinished,
            long correlation,
            long sequence,
            String shapes,
            boolean hasStack) {}

    private record Sample(String domain, String counter, long nanos, double value) {}

    @TempDir
    private Path directory;

    static Stream<Trace> traces() {
        return Stream.concat(
                LongStream.range(0, 12).mapToObj(RandomTrace::of),
                LongStream.range(0, 12).mapToObj(RandomTrace::operations));
    }

    @ParameterizedTest
    @MethodSource("traces")
    void trace_writtenAndRead_isTheSame(Trace trace) throws IOException {
        Path file = directory.resolve("host.xplane.pb");
        trace.export(file);

        try (ImportedTrace imported = Traces.open(file, ImportOptions.DEFAULT)) {
            Trace read = imported.trace();

            assertThat(read.id()).isEqualTo(SafeText.of(trace.id()));
            assertThat(read.isPartial()).isEqualTo(trace.isPartial());
            assertThat(read.process().pid()).isEqualTo(trace.process().pid());
            assertThat(read.process().host())
                    .isEqualTo(SafeText.of(trace.process().host()));
            assertThat(read.process().name())
                    .isEqualTo(SafeText.of(trace.process().name()));
            assertThat(steps(read)).containsExactlyInAnyOrderElementsOf(steps(trace));
            assertThat(events(read)).containsExactlyInAnyOrderElementsOf(events(trace));
            assertThat(counters(read)).containsExactlyInAnyOrderElementsOf(counters(trace));
            assertThat(memory(read)).containsExactlyInAnyOrderElementsOf(memory(trace));
            assertThat(samples(read)).containsExactlyInAnyOrderElementsOf(samples(trace));
            assertThat(read.account().dropped()).isEqualTo(trace.account().dropped());
            assertThat(read.account().unfinishedTotal())
                    .isEqualTo(trace.account().unfinishedTotal());
        }
    }

    @Test
    void step_ofAScope_isReadAsBoth() throws IOException {
        TraceBuilder builder = new TraceBuilder().step(new StepMark(40, 1_000, 100, 1, false));
        TrackBuilder main = builder.thread(1, "main");
        main.argument(main.add(builder.nameId("train"), 1_001, 98), builder.nameId("step_num"), 40L);
        Path file = directory.resolve("host.xplane.pb");
        builder.build().export(file);

        Trace read = Traces.read(file);

        assertThat(read.steps()).extracting(StepMark::number).containsExactly(40L);
        assertThat(events(read)).extracting(Event::name).containsExactly("train");
    }

    @Test
    void nestedScopes_areAccountedForByTheirNames() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("jit_step"), 0, 100_000);
        main.add(builder.nameId("k1"), 10_000, 30_000);
        main.add(builder.nameId("k12"), 50_000, 30_000);
        Path file = directory.resolve("host.xplane.pb");
        builder.build().export(file);

        try (ProfileData profile = ProfileData.from(file)) {
            NestedAccounting accounting =
                    NestedAccounting.builder().nestedRegex("^k1\\(").build();

            assertThat(accounting.account(profile, 0).seconds()).containsExactly(entry("jit_step(None-None)", 30e-6));
        }
    }

    @Test
    void profileOfOthers_writtenTwice_keepsWhatToolsFindByIt() throws IOException {
        Path file = directory.resolve("others.xplane.pb");
        Path written = directory.resolve("written.xplane.pb");
        Files.write(file, ProfileData.textProtoToSerializedXSpace("""
                planes {
                  name: "/host:CPU"
                  event_metadata { key: 1 value { id: 1 name: "scope/Op1:Op1" display_name: "Op1" } }
                  event_metadata { key: 2 value { id: 2 name: "cuLaunchKernel" } }
                  event_metadata { key: 3 value { id: 3 name: "MemoryAllocation" } }
                  stat_metadata { key: 1 value { id: 1 name: "correlation_id" } }
                  stat_metadata { key: 2 value { id: 2 name: "allocator_name" } }
                  stat_metadata { key: 3 value { id: 3 name: "bytes_allocated" } }
                  stat_metadata { key: 4 value { id: 4 name: "bytes_reserved" } }
                  stat_metadata { key: 5 value { id: 5 name: "peak_bytes_in_use" } }
                  lines {
                    id: 7
                    name: "main"
                    events { metadata_id: 1 offset_ps: 0 duration_ps: 9000 }
                    events { metadata_id: 2 offset_ps: 1000 duration_ps: 2000 stats { metadata_id: 1 int64_value: 5 } }
                    events {
                      metadata_id: 3
                      offset_ps: 4000
                      stats { metadata_id: 2 str_value: "GPU_0_bfc" }
                      stats { metadata_id: 3 int64_value: 400 }
                      stats { metadata_id: 4 int64_value: 70 }
                      stats { metadata_id: 5 int64_value: 900 }
                    }
                  }
                }
                planes {
                  name: "/device:GPU:0"
                  event_metadata { key: 1 value { id: 1 name: "gemm" } }
                  stat_metadata { key: 1 value { id: 1 name: "correlation_id" } }
                  stat_metadata { key: 2 value { id: 2 name: "kernel_details" } }
                  stat_metadata { key: 3 value { id: 3 name: "tf_op" } }
                  lines {
                    id: 14
                    name: "Stream #14(Compute)"
                    events {
                      metadata_id: 1
                      offset_ps: 5000
                      duration_ps: 3000
                      stats { metadata_id: 1 int64_value: 5 }
                      stats { metadata_id: 2 str_value: "regs:32 static_shared:16 dynamic_shared:8 grid:2,1,1 block:128,1,1" }
                      stats { metadata_id: 3 str_value: "scope/Op1/gemm:Op1" }
                    }
                  }
                }
                errors: "lost GPU events"
                errors: "lost more"
                warnings: "odd"
                """));

        Traces.read(file).export(written);
        assertKept(Opened.read(Files.readAllBytes(written)), "scope/Op1/gemm:Op1");
        // This profiler's own files have the operations of kernels from their launches.
        assertKept(Opened.of(Traces.read(written)), "scope/Op1:Op1");
    }

    private static void assertKept(Opened again, String operation) {
        assertThat(again.line("main"))
                .extracting(Opened.Event::name)
                .containsExactly("scope/Op1:Op1", "cuLaunchKernel", "MemoryAllocation");
        assertThat(again.event("Op1").stats()).isEmpty();
        assertThat(again.event("cuLaunchKernel").stats())
                .containsEntry("correlation_id", 5L)
                .doesNotContainKey("tf_op");
        assertThat(again.event("MemoryAllocation").stats())
                .containsEntry("bytes_reserved", 70L)
                .containsEntry("peak_bytes_in_use", 900L);
        assertThat(again.event("gemm").stats())
                .containsEntry("tf_op", operation)
                .containsEntry(
                        "kernel_details",
                        "stream:14 regs:32 static_shared:16 dynamic_shared:8 grid:2,1,1 block:128,1,1")
                .doesNotContainKeys("user_kernel_details", "user_tf_op");
        assertThat(again.space.getErrorsList()).containsExactly("lost GPU events", "lost more");
        assertThat(again.space.getWarningsList()).containsExactly("odd");
    }

    private static List<StepMark> steps(Trace trace) {
        long base = Earliest.nanos(trace);
        return trace.steps().stream()
                .map(step -> new StepMark(
                        step.number(),
                        step.startNanos() - base,
                        step.durationNanos(),
                        0,
                        step.unfinished(),
                        step.cpuNanos()))
                .toList();
    }

    private static List<Event> events(Trace trace) {
        long base = Earliest.nanos(trace);
        List<Event> events = new ArrayList<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                int stack = track.stackId(i);
                events.add(new Event(
                        shown(trace.name(track.nameId(i))),
                        trace.kind(track.nameId(i)),
                        SafeText.of(trace.domain(track.nameId(i))),
                        trace.markerScope(track.nameId(i)),
                        track.device().map(Object::toString).orElse(""),
                        track.startNanos(i) - base,
                        track.durationNanos(i),
                        track.isUnfinished(i),
                        track.correlation(i),
                        track.sequenceNumber(i),
                        track.signatureId(i) < 0
                                ? "[]"
                                : trace.signature(track.signatureId(i)).inputDimsText(),
                        stack >= 0 && !trace.stack(stack).isEmpty()));
            }
        }
        return events;
    }

    private static String shown(String name) {
        return name.isEmpty() ? "(unnamed)" : SafeText.of(name);
    }

    private static List<Sample> counters(Trace trace) {
        long base = Earliest.nanos(trace);
        List<Sample> samples = new ArrayList<>();
        for (CounterTrack counter : trace.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                if (Double.isFinite(counter.value(i))) {
                    samples.add(new Sample(
                            SafeText.of(counter.domain()),
                            SafeText.of(counter.name()),
                            counter.nanos(i) - base,
                            counter.value(i)));
                }
            }
        }
        return samples;
    }

    private static List<String> memory(Trace trace) {
        long base = Earliest.nanos(trace);
        List<String> events = new ArrayList<>();
        for (int i = 0; i < trace.memory().size(); i++) {
            MemoryEvent event = trace.memory().event(i);
            if (event.action() != MemoryAction.CATEGORIZE) {
                events.add(event.nanos() - base + " " + event.action() + " " + event.device() + " " + event.address()
                        + " " + event.bytes() + " " + event.totalAllocated());
            }
        }
        return events;
    }

    private static List<String> samples(Trace trace) {
        long base = Earliest.nanos(trace);
        List<String> samples = new ArrayList<>();
        for (int i = 0; i < trace.samples().size(); i++) {
            StackSample sample = trace.samples().sample(i);
            samples.add(sample.nanos() - base + " " + sample.kind() + " " + sample.weight() + " "
                    + (sample.stackId() >= 0 && !trace.stack(sample.stackId()).isEmpty()));
        }
        return samples;
    }
}
