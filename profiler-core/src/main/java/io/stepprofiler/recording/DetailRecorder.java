package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of the rare data of one thread, in its {@link DetailLog}: call stacks, operations, memory events, samples of
 * counters.
 */
public final class DetailRecorder {
    private static final int STACK_LENGTH = 2;
    private static final int FRAME_LENGTH = 2;
    private static final int END_LENGTH = 3;
    private static final int SAMPLE_LENGTH = 3;

    /** Far more ticks than a processor reads ahead, and far fewer than test clocks differ by. */
    private static final long READ_AHEAD = 1000;

    private @Nullable Room window;
    private DetailLog log = new DetailLog();
    private int stackInterval;
    private int untilStack;

    /** Switches to another window. */
    public void enter(Room next, DetailLog nextLog) {
        stackInterval = next.capture.stackInterval();
        untilStack = 1;
        log = nextLog;
        window = next;
    }

    /** Records the call stack of the event at a slot, once per stack interval. */
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
            log.begin(DetailLog.STACK, STACK_LENGTH, slot);
            log.put(stack);
            log.publish();
        } else {
            window().stacks.dropped();
        }
    }

    /**
     * Records the inputs, outputs and links of the operation at a slot.
     *
     * @param always whether inputs and outputs are recorded even if shapes are not asked for
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
            // Another thread filled the details at the same time, against their contract.
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
            log.begin(DetailLog.FRAME, FRAME_LENGTH, slot);
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
            // Set before the record is published, so that a reader that can see the record looks for it.
            window().hasEndsInLogs = true;
            log.begin(DetailLog.END_ELSEWHERE, END_LENGTH, 0);
            log.put(token);
            log.put(ticks);
            log.publish();
        }
        return kept;
    }

    /**
     * Records the present value of a counter as a sample, or drops it.
     *
     * @param name name reference of the counter
     * @param bits raw bits of the value, a double
     */
    public void sample(int name, long bits) {
        if (hasRoom(SAMPLE_LENGTH) && log.takeSample(window().budget)) {
            log.begin(DetailLog.SAMPLE, SAMPLE_LENGTH, name);
            log.put(Ticks.now());
            log.put(bits);
            log.publish();
        } else {
            drop();
        }
    }

    /** Takes a sample and makes room for a change of a counter; false if there is none. */
    boolean makeRoomForChange() {
        return hasRoom(DetailLog.CHANGE_LENGTH) && log.takeSample(window().budget);
    }

    /** Counts a sample that was dropped. */
    public void drop() {
        window().drops.count(window().budget.exhausted());
    }

    /** Corrects a reading that a processor took slightly ahead of earlier instructions. */
    static long ordered(long ticks, long notBefore) {
        long behind = notBefore - ticks;
        return behind > 0 && behind < READ_AHEAD ? notBefore : ticks;
    }

    private boolean hasRoom(int length) {
        return log.reserve(length, window().budget);
    }

    /** Returns the window without a null check: its message would need memory, and a full heap leads here. */
    @SuppressWarnings("NullAway") // A recorder that is used has a window.
    private Room window() {
        return window;
    }
}
