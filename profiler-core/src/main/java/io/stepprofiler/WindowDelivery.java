package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.Submission;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.Warmth;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.WindowSchedule;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Delivery of the ended windows of a recording. A window from the start of the program is kept back for a warm one. */
final class WindowDelivery {
    private final ProfileSettings options;
    private final Delivery delivery;
    private final DeliveryWait wait;
    private final WindowTraces traces;
    private final Metadata metadata;

    /** Window from the start of the program, delivered only if no other one is. */
    private volatile @Nullable EndedWindow held;

    /**
     * Creates a delivery that keeps nothing back yet.
     *
     * @param schedule decides where the next window begins; null if unknown
     * @param isWaitedFor whether another thread waits for the end of the current step
     */
    WindowDelivery(
            ProfileSettings options,
            Delivery delivery,
            @Nullable Schedule schedule,
            BooleanSupplier isWaitedFor,
            WindowTraces traces,
            Metadata metadata) {
        this.options = options;
        this.delivery = delivery;
        this.traces = traces;
        this.metadata = metadata;
        wait = new DeliveryWait(
                delivery,
                options.output().delivery().deliveryWait,
                schedule,
                () -> ProcessSteps.pace().medianNanos(),
                isWaitedFor);
    }

    /** Wait of the training for the delivery of earlier windows. */
    DeliveryWait untilDelivered() {
        return wait;
    }

    /** True if an ended window is kept back. */
    boolean isHolding() {
        return held != null;
    }

    void publish(RecordingPhase.Ended ended, boolean partial) {
        if (options.storage().history() != null && ended.window().isUnwanted()) {
            ended.window().release(false);
            return;
        }
        Schedule schedule = options.schedule();
        Warmth warmth = schedule == null ? Warmth.WARM : schedule.warmth();
        if (warmth == Warmth.COLD && !partial) {
            // W8: kept as a window, which costs no assembly.
            hold(ended.window());
            return;
        }
        if (ended.hasStep()) {
            hold(null);
        }
        submit(ended.window(), warmth, partial);
    }

    /** Delivers the window that was kept back, if no other one with a whole step has been published. */
    void publishHeld() {
        EndedWindow kept = held;
        held = null;
        if (kept != null) {
            submit(kept, Warmth.COLD, false);
        }
    }

    private void hold(@Nullable EndedWindow next) {
        EndedWindow kept = held;
        held = next;
        if (kept != null) {
            kept.release(false);
        }
    }

    private void submit(EndedWindow published, Warmth warmth, boolean partial) {
        Map<String, MetadataValue> own = metadata.take();
        String chosen = options.scheduleInWords();
        if (WindowSchedule.isAutomatic(chosen)) {
            own.putIfAbsent(WindowSchedule.KEY, new MetadataValue(chosen, false));
        }
        if (warmth != Warmth.WARM) {
            own.put(Remarks.NOT_WARM, new MetadataValue(warmth.reason(), false));
        }
        Submission submission = new WindowSubmission(
                published, traces, own, partial, options.storage().history() != null, options.isScheduled());
        wait.submitted();
        if (!delivery.submit(submission)) {
            submission.discard();
            traces.lost(published);
        }
    }
}
