package io.stepprofiler.pytorch;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.util.function.Supplier;

/**
 * A window that began without libtorch: that is looked for again as often as the window delivers, so that one of hours,
 * begun before the program loads its framework, is not without operations to its end.
 */
final class AwaitingRecording implements ActivityRecording {
    private final Supplier<ActivityRecording> attempt;
    private volatile ActivityRecording current;
    private boolean stopped;

    /** One that is {@code nothing} until an attempt makes something else. */
    AwaitingRecording(NoTorchRecording nothing, Supplier<ActivityRecording> attempt) {
        this.attempt = attempt;
        current = nothing;
    }

    private synchronized void lookAgain() {
        if (!stopped && current instanceof NoTorchRecording nothing && nothing.mayBeLater()) {
            current = attempt.get();
        }
    }

    @Override
    public void stepBegan(long step) {
        current.stepBegan(step);
    }

    @Override
    public void clockRead(TickReading reading) {
        current.clockRead(reading);
    }

    @Override
    public double filledPart() {
        return current.filledPart();
    }

    @Override
    public boolean isFillingUp() {
        return current.isFillingUp();
    }

    @Override
    public synchronized void stop() {
        stopped = true;
        current.stop();
    }

    @Override
    public void collectSoFar(ActivitySink sink) {
        lookAgain();
        current.collectSoFar(sink);
    }

    @Override
    public void collect(ActivitySink sink) {
        current.collect(sink);
    }
}
