package io.stepprofiler.pytorch;

import io.stepprofiler.nativeaccess.torch.TorchLog;
import io.stepprofiler.nativeaccess.torch.TorchWindow;
import io.stepprofiler.nativeaccess.torch.TorchWindowFacts;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;

/** A window that is recorded natively. */
final class TorchRecording implements ActivityRecording {
    private static final Cleaner CLEANER = Cleaner.create();

    private final TorchWindow window;
    private final TorchNotes notes;
    private final StepSample steps;
    private final Cleaner.Cleanable memory;

    TorchRecording(TorchWindow window, TorchNotes notes, int everyNthStep) {
        this.window = window;
        this.notes = notes;
        steps = new StepSample(everyNthStep, window);
        // A window that is thrown away is never collected.
        memory = CLEANER.register(this, window::release);
    }

    @Override
    public void stepBegan(long step) {
        steps.stepBegan(step);
    }

    @Override
    public void stop() {
        window.close();
    }

    @Override
    public void collect(ActivitySink sink) {
        try {
            TorchWindowFacts facts = window.facts();
            notes.addTo(sink, window, facts);
            TorchNotes.addSample(sink, steps);
            TorchCounts counts = new TorchCounts();
            counts.lostWithThreads(facts.lost());
            List<TorchLog> logs = new ArrayList<>();
            for (int i = 0; i < facts.logCount(); i++) {
                logs.add(window.log(i));
            }
            RecordReader reader = new RecordReader(facts, new OperationNames(), new ThreadNumbers(logs), counts, sink);
            for (TorchLog log : logs) {
                counts.add(log, reader.read(log));
            }
            sink.lost(counts.lost());
            TorchNotes.addLosses(sink, counts);
        } finally {
            memory.clean();
        }
    }
}
