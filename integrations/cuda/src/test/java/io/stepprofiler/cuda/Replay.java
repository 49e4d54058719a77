package io.stepprofiler.cuda;

import io.stepprofiler.Profile;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** A trace of records that were written by hand, as if native code had them. */
final class Replay {
    /** The number of a thread that is known as Java's thread 77, "trainer". */
    static final long TRAINER = 7;

    static final long JAVA_TRAINER = 77;

    /** The number of a thread that carries the virtual thread 78, whose operations are on the carrier's own track. */
    static final long CARRIER = 8;

    static final long CARRIED = 78;

    final WindowCounts counts = new WindowCounts();
    private final Words words = new Words();
    private Set<CudaActivity> activities = EnumSet.complementOf(EnumSet.of(CudaActivity.OPERATION));
    private List<CudaDevice> devices = List.of(device(0), device(1));
    private Consumer<ActivitySink> also = sink -> {};
    private long end;
    private int pieces = 1;
    private boolean hasExactTimes = true;

    /** When the window began: records are relative to it. */
    private long began;

    /** 100 multiprocessors that hold 2048 threads each, as compute capability 9.0 has them. */
    static CudaDevice device(int index) {
        return new CudaDevice(
                index,
                "GPU " + index,
                "",
                1L << 34,
                9,
                0,
                100,
                32,
                new CudaDevice.Block(1024, 65536, 49152, 232448, 1024),
                new CudaDevice.Multiprocessor(2048, 32, 65536, 233472));
    }

    Replay only(CudaActivity... chosen) {
        activities = EnumSet.of(chosen[0], chosen);
        return this;
    }

    Replay with(CudaActivity more) {
        activities.add(more);
        return this;
    }

    /** The records come in so many buffers. */
    Replay inPieces(int number) {
        pieces = number;
        return this;
    }

    /** CUPTI has a clock of its own. */
    Replay withoutExactTimes() {
        hasExactTimes = false;
        return this;
    }

    Replay withoutDevices() {
        devices = List.of();
        return this;
    }

    Replay endsAt(long nanos) {
        end = nanos;
        return this;
    }

    /** What another source tells of the same window. */
    Replay also(Consumer<ActivitySink> more) {
        also = more;
        return this;
    }

    long at(long nanos) {
        return began + nanos;
    }

    interface Writer {
        void write(Words words, Replay window);
    }

    Trace of(Writer writer) {
        List<Trace> traces = new ArrayList<>();
        Profile.builder()
                .profileMemory(true)
                .source(new Source(writer))
                .onTraceReady(traces::add)
                .start()
                .close();
        return traces.get(0);
    }

    String losses() {
        StringJoiner losses = new StringJoiner("; ");
        counts.describe((count, what) -> {
            if (count > 0) {
                losses.add(count + " " + what);
            }
        });
        return losses.toString();
    }

    /** The track that an event is on. */
    static Track track(Trace trace, TraceEvent event) {
        return trace.tracks().stream()
                .filter(track -> track.id() == event.trackId())
                .findFirst()
                .orElseThrow();
    }

    static TraceEvent named(Trace trace, String name) {
        return trace.events().stream()
                .filter(event -> event.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name));
    }

    private final class Source implements ActivitySource {
        private final Writer writer;

        Source(Writer writer) {
            this.writer = writer;
        }

        @Override
        public Activity activity() {
            return Activity.CUDA;
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            began = System.nanoTime();
            return new ActivityRecording() {
                @Override
                public void stop() {}

                @Override
                public void collect(ActivitySink sink) {
                    writer.write(words, Replay.this);
                    report(sink);
                }
            };
        }

        private void report(ActivitySink sink) {
            WindowTime time = new WindowTime(began, counts);
            time.end(end == 0 ? Long.MAX_VALUE - 1 : at(end));
            ProcessThreads threads = new ProcessThreads(
                    number -> number == TRAINER ? JAVA_TRAINER : number == CARRIER ? CARRIED : -1,
                    number -> number == CARRIER ? CudaLibrary.NO_JAVA_THREAD : CudaLibrary.NEVER_TOLD,
                    Path.of("nothing"),
                    () -> List.of(new ProcessThreads.Live(JAVA_TRAINER, "trainer")));
            CudaRecordReader reader = new CudaRecordReader(
                    CudaOptions.DEFAULT.withActivities(activities),
                    hasExactTimes,
                    true,
                    words.names(),
                    threads,
                    time,
                    counts,
                    new KernelLog(false));
            reader.know(devices);
            also.accept(sink);
            words.buffers(pieces).forEach(buffer -> reader.read(buffer, sink));
            reader.end(sink);
            sink.lost(counts.takeLost());
        }
    }
}
