package io.stepprofiler.djl;

import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import java.util.ArrayList;
import java.util.List;

/** Recording of the phases of one window. */
final class PhaseRecording implements ActivityRecording {
    /** Maximum number of phases of a window, 48 bytes each; a step has about five. */
    static final int MAX_PHASES = 1_000_000;

    private record Stretch(TrainerPhase phase, long threadId, String thread, long startNanos, long endNanos) {}

    private final RecordingOptions options;
    private final List<Stretch> stretches = new ArrayList<>();
    private long lost;
    private boolean stopped;

    PhaseRecording(RecordingOptions options) {
        this.options = options;
    }

    /** True if memory is recorded, with categories. */
    boolean wantsMemory() {
        return options.profileMemory();
    }

    /** Adds an ended phase of the calling thread. */
    synchronized void add(TrainerPhase phase, long startNanos, long endNanos) {
        if (stopped) {
            return;
        }
        if (stretches.size() < MAX_PHASES) {
            Thread thread = Thread.currentThread();
            stretches.add(new Stretch(phase, thread.getId(), thread.getName(), startNanos, endNanos));
        } else {
            lost++;
        }
    }

    @Override
    public synchronized void stop() {
        stopped = true;
        TrainerPhases.ended(this);
    }

    @Override
    public synchronized void collect(ActivitySink sink) {
        SpanReport span = new SpanReport();
        for (Stretch each : stretches) {
            span.onThread(each.threadId, each.thread);
            sink.span(each.phase.in(span, each.startNanos, Math.max(0, each.endNanos - each.startNanos)));
        }
        sink.lost(lost);
        if (!stretches.isEmpty()) {
            sink.note(WovenSource.KEY, "trainer phases, from the metrics of the trainer");
        }
    }
}
