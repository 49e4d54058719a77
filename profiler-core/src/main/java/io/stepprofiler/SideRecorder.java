package io.stepprofiler;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of what one thread has beside its events, in its {@link SideLog}: call stacks, operations, memory events.
 */
final class SideRecorder {
    private static final int STACK_LENGTH = 2;

    private @Nullable Window window;
    private SideLog log = new SideLog();
    private int stackInterval;
    private int untilStack;

    /** Records into another window from now on. */
    void enter(Window next, SideLog nextLog) {
        stackInterval = next.capture.stackInterval();
        untilStack = 1;
        log = nextLog;
        window = next;
    }

    /** Records the call stack of the event at a slot, if it is its turn. */
    void stack(int slot) {
        if (--untilStack > 0) {
            return;
        }
        untilStack = stackInterval;
        int stack = window().stacks.capture();
        if (stack == StackTable.NONE) {
            return;
        }
        if (hasRoom(STACK_LENGTH)) {
            log.begin(SideLog.STACK, STACK_LENGTH, slot);
            log.put(stack);
            log.publish();
        } else {
            window().stacks.dropped();
        }
    }

    /**
     * Records what the operation at a slot is called with.
     *
     * @param always whether inputs and outputs are recorded also where shapes are not asked for
     */
    void details(int slot, OpDetails details, boolean always) {
        Window current = window;
        if (current == null || current.isReleased()) {
            return;
        }
        boolean operands = always || current.capture.options().recordShapes();
        boolean kept;
        try {
            kept = hasRoom(details.recordLength(operands));
            if (kept) {
                details.write(log, slot, operands, current.names);
            }
        } catch (RuntimeException e) {
            // Another thread fills the details meanwhile, against their contract.
            kept = false;
        }
        if (!kept || details.isCut()) {
            current.anomalies.count(Anomaly.DETAILS_CUT);
        }
    }

    /** Records a memory event, or drops it. */
    void memory(
            MemoryAction action,
            Device device,
            long address,
            long bytes,
            long totalAllocated,
            long totalReserved,
            MemoryCategory category) {
        if (bytes < 0
                || bytes > Defaults.MAX_MEMORY_BYTES
                || device == null
                || device.type() == null
                || category == null) {
            window().drops.count(DropCause.INVALID);
            return;
        }
        boolean stacks =
                action == MemoryAction.ALLOCATE && window().capture.options().withStack();
        int stack = stacks ? window().stacks.capture() : StackTable.NONE;
        if (hasRoom(MemoryRecord.LENGTH)) {
            long signed = action == MemoryAction.FREE ? -bytes : bytes;
            MemoryRecord.write(log, action, device, address, signed, totalAllocated, totalReserved, category, stack);
        } else {
            window().drops.count(window().budget.exhausted());
        }
    }

    private boolean hasRoom(int length) {
        try {
            return log.reserve(length, window().budget);
        } catch (OutOfMemoryError e) {
            // The training program shall meet its own lack of memory, not ours.
            window().budget.giveUp();
            return false;
        }
    }

    /** Without a check that would make up a message: this is where a full heap ends up. */
    @SuppressWarnings("NullAway") // A recorder that is used has a window.
    private Window window() {
        return window;
    }
}
