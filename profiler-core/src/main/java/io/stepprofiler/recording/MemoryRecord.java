package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import java.util.function.IntUnaryOperator;

/**
 * Layout of a memory event in a {@link DetailLog}.
 *
 * <pre>
 *   header | ticks | address | bytes | allocated | reserved | stack, 32 · device index, 16 · device, 8 · category, 4 ·
 *   action, 4 |
 * </pre>
 */
public final class MemoryRecord {
    /** Length of a record in longs. */
    public static final int LENGTH = 7;

    private static final int TICKS = 1;
    private static final int ADDRESS = 2;
    private static final int BYTES = 3;
    private static final int ALLOCATED = 4;
    private static final int RESERVED = 5;
    private static final int REST = 6;

    private static final int CATEGORY_AT = 4;
    private static final int DEVICE_AT = 8;
    private static final int INDEX_AT = 16;
    private static final int STACK_AT = 32;
    private static final MemoryAction[] ACTIONS = MemoryAction.values();
    private static final MemoryCategory[] CATEGORIES = MemoryCategory.values();
    private static final Device.Type[] DEVICES = Device.Type.values();

    private MemoryRecord() {}

    /** Writes a record into a log that has room for it. Reads the clock here, after all slow work. */
    @SuppressWarnings("EnumOrdinal") // The numbers live no longer than the process.
    public static void write(
            DetailLog log,
            MemoryAction action,
            Device device,
            long address,
            long bytes,
            long allocated,
            long reserved,
            MemoryCategory category,
            int stack) {
        log.begin(DetailLog.MEMORY, LENGTH, 0);
        log.put(Ticks.now());
        log.put(address);
        log.put(bytes);
        log.put(allocated);
        log.put(reserved);
        log.put(action.ordinal()
                | ((long) category.ordinal() << CATEGORY_AT)
                | ((long) device.type().ordinal() << DEVICE_AT)
                | ((device.index() & 0xFFFFL) << INDEX_AT)
                | ((long) stack << STACK_AT));
        log.publish();
    }

    public static long ticks(long[] words, int at) {
        return words[at + TICKS];
    }

    /**
     * Returns the record at {@code at} as an event of a track, at the time {@code nanos}; {@code stackIds} maps the
     * window's stack numbers to the trace's.
     */
    public static MemoryEvent read(long[] words, int at, long nanos, long trackId, IntUnaryOperator stackIds) {
        long rest = words[at + REST];
        Device.Type type = DEVICES[(int) (rest >>> DEVICE_AT) & 0xFF];
        int stack = (int) (rest >>> STACK_AT);
        return new MemoryEvent(
                nanos,
                trackId,
                ACTIONS[(int) rest & 0xF],
                type == Device.Type.CPU ? Device.CPU : new Device(type, (short) (rest >>> INDEX_AT)),
                words[at + ADDRESS],
                words[at + BYTES],
                words[at + ALLOCATED],
                words[at + RESERVED],
                CATEGORIES[(int) (rest >>> CATEGORY_AT) & 0xF],
                stack < 0 ? -1 : stackIds.applyAsInt(stack));
    }
}
