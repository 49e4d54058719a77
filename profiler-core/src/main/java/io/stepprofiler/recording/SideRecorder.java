package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of what one thread has beside its events, in its {@link SideLog}: call stacks, operations, memory
 * events, samples of counters.
 */
public final class SideRecorder {
    private static final int STACK_LENGTH = 2;
    private static final int FRAME_LENGTH = 2;
    private static final int END_LENGTH = 3;
    private static final int SAMPLE_LENGTH = 3;

    /** Far more ticks than a processor reads ahead, and far fewer than clocks differ by that tests set. */
    private static final long READ_AHEAD = 1000;

    private @Nullable Room window;
    private SideLog log = new SideLog();
    private int stackInterval;
    private int untilStack;

    /** Records into another window from now on. */
    public void enter(Room next, SideLog nextLog) {
        stackInterval = next.capture.stackInterval();
        untilStack = 1;
        log = nextLog;
        window = next;
    }

    /** Records the call stack of the event at a slot, if it is its turn. */
    public void stack(int slot) {
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
    public void details(int slot, Operands details, boolean always) {
        Room current = window;
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
    public void memory(
            MemoryAction action,
            Device device,
            long address,
            long bytes,
            long totalAllocated,
            long totalReserved,
            MemoryCategory category) {
        if (bytes < 0
                || bytes > Limits.MAX_MEMORY_BYTES
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

    /** Records the number of the frame at a slot. */
    public void frame(int slot, long number) {
        if (hasRoom(FRAME_LENGTH)) {
            log.begin(SideLog.FRAME, FRAME_LENGTH, slot);
            log.put(number);
            log.publish();
        } else {
            window().anomalies.count(Anomaly.ARGUMENT_DROPPED);
        }
    }

    /** Records the end of an event that another thread began; false if there is no room. */
    public boolean endElsewhere(long token, long ticks) {
        boolean kept = hasRoom(END_LENGTH);
        if (kept) {
            // Before it can be seen, so that who sees the record has looked for it.
            window().hasEndsInLogs = true;
            log.begin(SideLog.END_ELSEWHERE, END_LENGTH, 0);
            log.put(token);
            log.put(ticks);
            log.publish();
        }
        return kept;
    }

    /**
     * Records a sample of a counter now, or drops it.
     *
     * @param name its name reference
     * @param bits of the value, a double
     */
    public void sample(int name, long bits) {
        if (hasRoom(SAMPLE_LENGTH) && log.takeSample(window().budget)) {
            log.begin(SideLog.SAMPLE, SAMPLE_LENGTH, name);
            log.put(Ticks.now());
            log.put(bits);
            log.publish();
        } else {
            drop();
        }
    }

    /** Takes a sample and makes room for a change of a counter; false if there is none. */
    boolean makeRoomForChange() {
        return hasRoom(SideLog.CHANGE_LENGTH) && log.takeSample(window().budget);
    }

    /** Counts a sample that there was no room for. */
    public void drop() {
        window().drops.count(window().budget.exhausted());
    }

    /** A processor may read its counter a little ahead of the instructions before. */
    static long ordered(long ticks, long notBefore) {
        long behind = notBefore - ticks;
        return behind > 0 && behind < READ_AHEAD ? notBefore : ticks;
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
    private Room window() {
        return window;
    }
}
