package io.stepprofiler.columns;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Memory events as growing columns, in any order until {@link #complete} has sorted them by time. */
public final class MemoryColumns {
    /** Approximate bytes of an event in a trace. */
    public static final int BYTES_PER_EVENT = 48;

    private static final MemoryAction[] ACTIONS = MemoryAction.values();
    private static final MemoryCategory[] CATEGORIES = MemoryCategory.values();
    private static final int CATEGORY_AT = 4;
    private static final int DEVICE_AT = 8;
    private static final int ENUM_MASK = 0xF;

    private final InternTable<Device> devices = new InternTable<>();
    private MemoryRows[] blocks = {};
    private int size;

    /** Creates empty columns. */
    public MemoryColumns() {}

    /** {@return the number of events} */
    public int size() {
        return size;
    }

    /** {@return the bytes that the columns take} */
    public long heapBytes() {
        return Arrays.stream(blocks).mapToLong(MemoryRows::heapBytes).sum();
    }

    /**
     * Adds an event.
     *
     * @param event the event
     */
    public void add(MemoryEvent event) {
        int kind = kind(event);
        int last = size >> MemoryRows.BITS;
        if (last == blocks.length) {
            blocks = Arrays.copyOf(blocks, last + 1);
            blocks[last] = new MemoryRows(event, kind);
        }
        blocks[last].set(size++ & MemoryRows.MASK, event, kind);
    }

    @SuppressWarnings("EnumOrdinal") // The numbers live no longer than the columns.
    private int kind(MemoryEvent event) {
        boolean isAgain = size > 0 && device(size - 1).equals(event.device());
        int device = isAgain ? kindOf(size - 1) >>> DEVICE_AT : devices.idOf(event.device());
        return event.action().ordinal() | event.category().ordinal() << CATEGORY_AT | device << DEVICE_AT;
    }

    private int kindOf(int index) {
        return block(index).kinds.get(index & MemoryRows.MASK);
    }

    private MemoryRows block(int index) {
        return blocks[index >> MemoryRows.BITS];
    }

    /**
     * Adds the events of a segment.
     *
     * @param others the events
     * @param numbers translation of the numbers of their call stacks
     */
    public void addAll(MemoryColumns others, NameNumbers numbers) {
        for (int i = 0; i < others.size; i++) {
            MemoryEvent event = others.event(i);
            add(event.stackId() < 0 ? event : event.withStack(numbers.stacks[event.stackId()]));
        }
    }

    /**
     * Sorts the events, pairs allocations with frees and adds up the memory in use.
     *
     * @param odd receives each anomaly
     * @return the devices, in the order in which they first occur
     */
    public List<Device> complete(Consumer<Anomaly> odd) {
        sort();
        Map<Device, MemoryLedger> ledgers = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            ledgers.computeIfAbsent(device(i), device -> new MemoryLedger(this, odd))
                    .enter(i);
        }
        ledgers.forEach((device, ledger) -> ledger.addUp(device));
        return List.copyOf(ledgers.keySet());
    }

    private void sort() {
        if (isInOrder()) {
            return;
        }
        MemoryEvent[] events = IntStream.range(0, size).mapToObj(this::event).toArray(MemoryEvent[]::new);
        Arrays.sort(events, Comparator.comparingLong(MemoryEvent::nanos));
        size = 0;
        blocks = new MemoryRows[0];
        for (MemoryEvent event : events) {
            add(event);
        }
    }

    private boolean isInOrder() {
        for (int i = 1; i < size; i++) {
            if (nanos(i - 1) > nanos(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return the time of an event in nanoseconds}
     *
     * @param index index of the event
     */
    public long nanos(int index) {
        return block(index).nanos.get(index & MemoryRows.MASK);
    }

    /**
     * {@return the track of the thread of an event}
     *
     * @param index index of the event
     */
    public long trackId(int index) {
        return block(index).trackIds.get(index & MemoryRows.MASK);
    }

    /**
     * {@return the action of an event}
     *
     * @param index index of the event
     */
    public MemoryAction action(int index) {
        return ACTIONS[kindOf(index) & ENUM_MASK];
    }

    /**
     * {@return the device whose memory an event is about}
     *
     * @param index index of the event
     */
    public Device device(int index) {
        return devices.value(kindOf(index) >>> DEVICE_AT);
    }

    /**
     * {@return the address of an event}
     *
     * @param index index of the event
     */
    public long address(int index) {
        return block(index).addresses.get(index & MemoryRows.MASK);
    }

    /**
     * {@return the bytes by which an event lets the memory in use grow}
     *
     * @param index index of the event
     */
    public long bytes(int index) {
        return block(index).bytes.get(index & MemoryRows.MASK);
    }

    /**
     * {@return the bytes in use after an event; below 0 if not known}
     *
     * @param index index of the event
     */
    public long allocated(int index) {
        return block(index).allocated.get(index & MemoryRows.MASK);
    }

    /**
     * {@return the bytes that the allocator holds after an event}
     *
     * @param index index of the event
     */
    public long reserved(int index) {
        return block(index).reserved.get(index & MemoryRows.MASK);
    }

    /**
     * {@return the category of the memory of an event}
     *
     * @param index index of the event
     */
    public MemoryCategory category(int index) {
        return CATEGORIES[kindOf(index) >>> CATEGORY_AT & ENUM_MASK];
    }

    /**
     * {@return the call stack of an event; -1 if not known}
     *
     * @param index index of the event
     */
    public int stack(int index) {
        return block(index).stacks.get(index & MemoryRows.MASK);
    }

    /**
     * {@return the counterpart of an event: the free of an allocation, or the reverse; -1 if there is none}
     *
     * @param index index of the event
     */
    public int counterpart(int index) {
        return block(index).counterparts.get(index & MemoryRows.MASK);
    }

    /**
     * {@return the bytes that the address of an allocation had already}
     *
     * @param index index of the event
     */
    public long replaced(int index) {
        return block(index).replaced.get(index & MemoryRows.MASK);
    }

    /**
     * {@return an event as an object}
     *
     * @param index index of the event
     */
    public MemoryEvent event(int index) {
        return new MemoryEvent(
                nanos(index),
                trackId(index),
                action(index),
                device(index),
                address(index),
                bytes(index),
                allocated(index),
                reserved(index),
                category(index),
                stack(index));
    }

    void bytes(int index, long value) {
        block(index).bytes.set(index & MemoryRows.MASK, value);
    }

    void allocated(int index, long value) {
        block(index).allocated.set(index & MemoryRows.MASK, value);
    }

    void counterpart(int index, int value) {
        block(index).counterparts.set(index & MemoryRows.MASK, value);
    }

    void replaced(int index, long value) {
        block(index).replaced.set(index & MemoryRows.MASK, value);
    }
}
