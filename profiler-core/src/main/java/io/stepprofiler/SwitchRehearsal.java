package io.stepprofiler;

import io.stepprofiler.event.MemoryCategory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Calls all that has a switch, often enough for the virtual machine to count which way each switch went, while nothing
 * is recorded and while something is.
 *
 * <p>HotSpot compiles a branch that has only been seen to go one way as if there were no other, and throws the compiled
 * code away when it goes the other way after all. Without this, all methods of the training that open scopes would be
 * compiled anew in the first recorded steps, which then take up to twice as long. Takes some tens of milliseconds of
 * processor time.
 */
final class SwitchRehearsal {
    /**
     * Calls after which branches are counted, with a margin: HotSpot counts from the tier on that follows 200 calls
     * ({@code Tier3InvocationThreshold}), later while it has much to compile.
     */
    private static final int OFTEN = 1000;

    /** Few beside {@link #OFTEN}, so that what records is not compiled into methods that mostly record nothing. */
    static final int SELDOM = 64;

    private static final AtomicBoolean HELD = new AtomicBoolean();
    private static final String NAME = "rehearsal";

    private final Label label = Label.of(NAME);
    private final OpDetails details = new OpDetails();
    private final Counter counter = Counter.of(NAME);
    private final Domain domain = Domain.of(NAME);
    private final Marker marker = domain.marker(NAME);
    private final Task task = domain.task(NAME);
    private final Frame frame = domain.frame(NAME);

    /** Holds it, on this thread, while no window is open; the first call in a process does. */
    static void hold() {
        if (HELD.getAndSet(true)) {
            return;
        }
        SwitchRehearsal rehearsal = new SwitchRehearsal();
        try (RehearsalWindow rehearsed = new RehearsalWindow()) {
            rehearsal.pass(OFTEN);
            rehearsed.record(() -> rehearsal.pass(SELDOM));
        }
    }

    /** Calls everything so many times, on this thread. */
    void pass(int times) {
        for (int i = 0; i < times; i++) {
            scopes();
            memory();
            others(i);
        }
    }

    private void scopes() {
        Scope.open(NAME).close();
        Scope.open(label).close();
        Scope.open(label, details).arg(NAME, 1).arg(NAME, 0.5).arg(NAME, NAME).close();
        Scope.end(Scope.begin(label));
        Scope.end(Scope.begin(label, details));
        ModuleScope.open(NAME, NAME).close();
    }

    private static void memory() {
        // Of nobody else, whose memory may be tracked.
        long address = Long.MIN_VALUE;
        Memory.allocated(address, 64, MemoryCategory.TEMPORARY);
        Memory.freed(address, 64);
    }

    private void others(int number) {
        counter.record(number);
        BatchSize.tell(Scope.isRecording() ? number : 0);
        marker.mark();
        Task.end(task.begin());
        Frame.end(frame.begin());
    }
}
