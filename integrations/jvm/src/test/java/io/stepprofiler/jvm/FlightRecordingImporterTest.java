package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.source.AnnotationMirror;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import jdk.jfr.Configuration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingImporterTest {
    private static final int STEPS = 4;
    private static final Object LOCK = new Object();

    @TempDir
    static Path directory;

    private static Path recorded;
    private static byte[] bytes;
    private static volatile Object kept = "";

    @BeforeAll
    static void record() throws Exception {
        recorded = directory.resolve("recorded.jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ZERO);
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s");
            recording.start();
            run(0, STEPS / 2);
            // Ends a chunk.
            recording.dump(directory.resolve("first.jfr"));
            run(STEPS / 2, STEPS);
            recording.stop();
            recording.dump(recorded);
        }
        bytes = Files.readAllBytes(recorded);
        assertThat(kept).isNotNull();
    }

    private static void run(int first, int end) throws InterruptedException {
        AnnotationMirror mirror = JfrAnnotations.mirror();
        assertThat(mirror.unusable()).isEmpty();
        for (int i = first; i < end; i++) {
            Object step = mirror.startStep(i);
            Object scope = mirror.push("forward", EventKind.MODULE);
            for (int j = 0; j < 20_000; j++) {
                kept = new byte[1 << 10];
            }
            mirror.pop(scope);
            System.gc();
            synchronized (LOCK) {
                Thread.sleep(1);
            }
            mirror.end(step);
        }
        mirror.mark("done");
    }

    private static ImportedTrace read(Path file) throws IOException {
        return Traces.open(file, ImportOptions.DEFAULT);
    }

    /** Passes each event of a file and its type to a consumer, as the JDK reads them. */
    private static void forEach(Path file, BiConsumer<String, RecordedEvent> use) throws IOException {
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                use.accept(event.getEventType().getName(), event);
            }
        }
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    private static long nanos(Trace trace, String name) {
        long sum = 0;
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                sum += track.eventName(i).equals(name) ? track.durationNanos(i) : 0;
            }
        }
        return sum;
    }

    private static int count(Trace trace, String name) {
        int count = 0;
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                count += track.eventName(i).equals(name) ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void recording_whole_hasTheSumsOfTheJdksReader() throws IOException {
        long[] pauses = new long[2];
        int[] loads = new int[1];
        forEach(recorded, (type, event) -> {
            if (type.equals("jdk.GCPhasePause")) {
                pauses[0] += event.getDuration().toNanos();
                pauses[1]++;
            }
            loads[0] += type.equals("jdk.CPULoad") ? 1 : 0;
        });
        ImportedTrace read = read(recorded);
        Trace trace = read.trace();

        assertThat(read.missing()).isEmpty();
        long sum = nanos(trace, "GC Pause")
                + nanos(trace, "Pause Remark")
                + nanos(trace, "Pause Cleanup")
                + nanos(trace, "Pause Young")
                + nanos(trace, "Pause Full");
        // Each pause is rounded down on both sides.
        assertThat(pauses[1]).isGreaterThanOrEqualTo(STEPS);
        assertThat(sum).isBetween(pauses[0] - 2 * pauses[1], pauses[0] + 2 * pauses[1]);
        assertThat(trace.counters().stream()
                        .filter(counter -> counter.name().equals("jvm cpu cores"))
                        .mapToInt(counter -> counter.size())
                        .sum())
                .isEqualTo(loads[0]);
        assertThat(trace.account().begun()).isEqualTo(trace.account().written());
    }

    @Test
    void samples_ofEachKind_areThoseOfTheJdksReaderByMethod() throws IOException {
        Map<String, Integer> expected = new TreeMap<>();
        forEach(recorded, (type, event) -> {
            boolean isSample = type.equals("jdk.ExecutionSample") || type.equals("jdk.ObjectAllocationSample");
            String thread = type.equals("jdk.ExecutionSample") ? "sampledThread" : "eventThread";
            if (isSample
                    && event.getStackTrace() != null
                    && !JavaThread.of(event, thread).isLeftOut()) {
                List<RecordedFrame> frames = event.getStackTrace().getFrames();
                int inner = 0;
                while (frames.get(inner).getMethod().getType().getName().contains("$$Lambda")) {
                    inner++;
                }
                expected.merge(type + " " + name(frames.get(inner).getMethod()), 1, Integer::sum);
            }
        });
        Trace trace = read(recorded).trace();
        Map<String, Integer> found = new TreeMap<>();
        for (int i = 0; i < trace.samples().size(); i++) {
            SampleKind kind = trace.samples().kind(i);
            if (kind != SampleKind.NATIVE && trace.samples().stackId(i) >= 0) {
                StackTraceElement frame =
                        trace.stack(trace.samples().stackId(i)).get(0);
                String type = kind == SampleKind.JAVA ? "jdk.ExecutionSample" : "jdk.ObjectAllocationSample";
                found.merge(type + " " + frame.getClassName() + "." + frame.getMethodName(), 1, Integer::sum);
                assertThat(frame.getFileName())
                        .as("source file, which a recording does not have")
                        .isNull();
            }
        }
        assertThat(found).isNotEmpty().isEqualTo(expected);
    }

    @Test
    void annotations_inARecording_areStepsScopesAndMarkersAgain() throws IOException {
        Trace trace = read(recorded).trace();

        assertThat(trace.steps()).extracting(StepMark::number).containsExactly(0L, 1L, 2L, 3L);
        assertThat(trace.steps())
                .allMatch(step -> trace.tracks().stream()
                        .anyMatch(track -> track.id() == step.trackId()
                                && track.name().equals(Thread.currentThread().getName())));
        assertThat(count(trace, "forward")).isEqualTo(STEPS);
        assertThat(trace.kind(nameId(trace, "forward"))).isEqualTo(EventKind.MODULE);
        assertThat(trace.kind(nameId(trace, "done"))).isEqualTo(EventKind.MARKER);
        assertThat(nanos(trace, "Sleep")).isGreaterThanOrEqualTo(STEPS * 1_000_000L);
    }

    private static int nameId(Trace trace, String name) {
        for (int i = 0; i < trace.nameCount(); i++) {
            if (trace.name(i).equals(name)) {
                return i;
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void facts_ofTheProcess_areInTheTrace() throws IOException {
        Trace trace = read(recorded).trace();
        Environment environment = Environment.of(trace).orElseThrow();

        assertThat(trace.process().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(environment.virtualMachine()).contains(System.getProperty("java.vm.name"));
        assertThat(environment.maxHeapBytes()).isPositive();
        assertThat(trace.metadata().get(FlightNotes.GROUPS).text()).contains("GARBAGE_COLLECTION");
        // The settings leave out short waits, so that their absence means nothing.
        assertThat(trace.metadata().get(FlightNotes.GROUPS).text()).doesNotContain("WAITS");
        assertThat(trace.metadata().get("jvm_flight_recorder_not_read").text()).contains("jdk.GCPhaseParallel=");
    }

    @Test
    void recording_cutAnywhere_isReadUpToThereOrRefused() throws IOException {
        long whole = read(recorded).trace().account().written();
        Path cut = directory.resolve("cut.jfr");
        int read = 0;
        for (int i = 1; i < 12; i++) {
            Files.write(cut, Arrays.copyOf(bytes, (int) ((long) bytes.length * i / 12)));
            try {
                ImportedTrace part = read(cut);
                read++;
                assertThat(part.missing()).isNotEmpty();
                assertThat(part.trace().account().written()).isBetween(1L, whole);
            } catch (ImportException e) {
                assertThat(e).hasMessageMatching("(?s).*(names and call stacks|types of its events).*");
            }
        }
        assertThat(read).isPositive();
    }

    /** Bytes of the first chunk. */
    private static int firstChunk() {
        return (int) ByteBuffer.wrap(bytes).getLong(8);
    }

    @Test
    void recording_notFinishedByItsProcess_isReadWithoutTheHeader() throws IOException {
        byte[] first = Arrays.copyOf(bytes, firstChunk());
        byte[] last = Arrays.copyOfRange(bytes, firstChunk(), bytes.length);
        last[64] = 9;
        ByteBuffer.wrap(last).putLong(8, 1000).putLong(16, 0).putLong(24, 0).putLong(40, 0);
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(first);
        both.write(last);
        Path file = Files.write(directory.resolve("unfinished.jfr"), both.toByteArray());

        ImportedTrace read = read(file);

        assertThat(read.missing()).containsExactly("chunk 2: its process did not finish it; it was read up to there");
        assertThat(read.trace().account().written())
                .isEqualTo(read(recorded).trace().account().written());
    }

    @Test
    void chunk_withDamageAtItsEnd_isReadUpToIt() throws IOException {
        byte[] longer = Arrays.copyOf(bytes, firstChunk() + 100);
        Arrays.fill(longer, firstChunk(), longer.length, (byte) 0);
        ByteBuffer.wrap(longer).putLong(8, longer.length);
        Path file = Files.write(directory.resolve("longer.jfr"), longer);

        ImportedTrace damaged = read(file);
        assertThat(damaged.missing())
                .containsExactly("chunk 1: it is cut or damaged, and has " + firstChunk() + " of "
                        + (firstChunk() + 100) + " bytes; it was read up to there");
        assertThat(damaged.trace().steps()).hasSize(STEPS / 2);

        Files.write(file, Arrays.copyOf(longer, firstChunk()));
        ImportedTrace cut = read(file);
        assertThat(cut.missing()).singleElement().asString().contains("it is cut or damaged");
        assertThat(cut.trace().account().written())
                .isEqualTo(damaged.trace().account().written());
    }

    @Test
    void constants_thatReferToLaterOnes_areNotFollowed() throws IOException {
        byte[] cyclic = Arrays.copyOf(bytes, firstChunk());
        ByteBuffer buffer = ByteBuffer.wrap(cyclic);
        // Size, type, time, duration, and the distance to the constants before.
        buffer.position((int) buffer.getLong(16));
        for (int number = 0; number < 4; number++) {
            while (buffer.get() < 0) {}
        }
        buffer.put(buffer.position(), (byte) 1);
        Path file = Files.write(directory.resolve("cyclic.jfr"), cyclic);

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("its names and call stacks are in no order");
    }

    @Test
    void bytes_changedAnywhere_neverHangNorBreakTheReader() throws IOException {
        Random random = new Random(51);
        Path file = directory.resolve("damaged.jfr");
        for (int i = 0; i < 60; i++) {
            byte[] damaged = bytes.clone();
            for (int j = 0; j < 1 + random.nextInt(5); j++) {
                int at = i % 3 == 0 ? random.nextInt(80) : random.nextInt(damaged.length);
                damaged[at] = (byte) random.nextInt(256);
            }
            Files.write(file, damaged);
            try {
                assertThat(Traces.open(file, ImportOptions.DEFAULT)
                                .trace()
                                .account()
                                .begun())
                        .isNotNegative();
            } catch (ImportException e) {
                assertThat(e).hasMessageContaining(file.toString());
            }
        }
    }

    @Test
    void chunks_thatRepeatOrAreNone_areLeftOutAndReported() throws IOException {
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.write(bytes);
        twice.write(bytes);
        twice.write(new byte[100]);
        Path file = Files.write(directory.resolve("twice.jfr"), twice.toByteArray());

        ImportedTrace read = read(file);

        assertThat(read.missing())
                .hasSize(3)
                .anyMatch(what -> what.contains("or begins before the last: it is left out"))
                .last()
                .asString()
                .contains("it does not list the types of its events");
        assertThat(read.trace().steps()).hasSize(STEPS);
    }

    @Test
    void files_withoutEvents_areRefused() throws IOException {
        Path empty = Files.write(directory.resolve("empty.jfr"), new byte[0]);
        assertThatThrownBy(() -> read(empty))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("no readable chunk of events");
        Path header = Files.write(directory.resolve("header.jfr"), Arrays.copyOf(bytes, 68));
        assertThatThrownBy(() -> read(header)).isInstanceOf(ImportException.class);
    }

    @Test
    void limits_areKept() {
        List<ImportOptions> small = new ArrayList<>(List.of(
                ImportOptions.DEFAULT.withMaxEvents(10),
                ImportOptions.DEFAULT.withMaxBytes(1000),
                ImportOptions.DEFAULT.withMaxMemoryBytes(1000)));
        assertThat(small)
                .allSatisfy(options -> assertThatThrownBy(() -> Traces.open(recorded, options))
                        .isInstanceOf(ImportException.class)
                        .hasMessageContaining("max"));
    }

    @Test
    void tracedMethods_areScopes() throws Exception {
        assumeThat(FlightRecorder.getFlightRecorder().getEventTypes())
                .anyMatch(type -> type.getName().equals("jdk.MethodTrace"));
        Path file = directory.resolve("traced.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.MethodTrace").with("filter", Traced.class.getName() + "::step");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            for (int i = 0; i < 3; i++) {
                Traced.step();
            }
            recording.stop();
            recording.dump(file);
        }
        assertThat(count(read(file).trace(), Traced.class.getName() + ".step")).isEqualTo(3);
    }

    static final class Traced {
        private Traced() {}

        static void step() {
            kept = new byte[10];
        }
    }
}
