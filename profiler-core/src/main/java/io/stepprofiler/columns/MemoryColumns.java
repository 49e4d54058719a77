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

/** Memory events as growing columns, in any order until {@link #complete} has put them in that of time. */
public final class MemoryColumns {
    /** Time of each event in nanoseconds. */
    public long[] nanos = {};

    /** Track of the thread of each event. */
    public long[] trackIds = {};

    /** What each event tells. */
    public MemoryAction[] actions = {};

    /** Device whose memory each event is about. */
    public Device[] devices = {};

    /** Address of each event. */
    public long[] addresses = {};

    /** Bytes by which each event lets the memory in use grow. */
    public long[] bytes = {};

    /** Bytes in use after each event; below 0 if not known. */
    public long[] allocated = {};

    /** Bytes that the allocator holds after each event. */
    public long[] reserved = {};

    /** What the memory of each event is for. */
    public MemoryCategory[] categories = {};

    /** Call stack of each event; -1 if not known. */
    public int[] stacks = {};

    /** Event that frees what this one allocates, or the other way round; -1 if there is none. */
    public int[] counterparts = {};

    /** Bytes that the address of an allocation had already. */
    public final LongColumn replaced = new LongColumn(0);

    /** Number of events. */
    public int size;

    /** No events. */
    public MemoryColumns() {}

    /**
     * Adds an event.
     *
     * @param event what happened
     */
    public void add(MemoryEvent event) {
        if (size == nanos.length) {
            resize(Math.max(16, size * 2));
        }
        nanos[size] = event.nanos();
        trackIds[size] = event.trackId();
        actions[size] = event.action();
        devices[size] = shared(event.device());
        addresses[size] = event.address();
        bytes[size] = event.bytes();
        allocated[size] = event.totalAllocated();
        reserved[size] = event.totalReserved();
        categories[size] = event.category();
        stacks[size] = event.stackId();
        counterparts[size++] = -1;
    }

    /** An object for each event would take a third of what its columns do, for as long as the trace is kept. */
    private Device shared(Device device) {
        return size > 0 && devices[size - 1].equals(device) ? devices[size - 1] : device;
    }

    /**
     * Adds the events of a segment.
     *
     * @param others the events
     * @param numbers what becomes of the numbers of their call stacks
     */
    public void addAll(MemoryColumns others, NameNumbers numbers) {
        int together = size + others.size;
        if (together > nanos.length) {
            // Not doubled: the columns of one segment may take a large part of the heap.
            resize(Math.max(together, size + size / 2));
        }
        for (int i = 0; i < others.size; i++) {
            MemoryEvent event = others.event(i);
            add(event);
            stacks[size - 1] = event.stackId() < 0 ? -1 : numbers.stacks[event.stackId()];
        }
    }

    /**
     * Puts the events in order and makes sense of them.
     *
     * @param odd receives each anomaly
     * @return the devices, in the order in which they first occur
     */
    public List<Device> complete(Consumer<Anomaly> odd) {
        resize(size);
        sort();
        Map<Device, MemoryLedger> ledgers = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            ledgers.computeIfAbsent(devices[i], device -> new MemoryLedger(this, odd))
                    .enter(i);
        }
        ledgers.forEach((device, ledger) -> ledger.addUp(device));
        return List.copyOf(ledgers.keySet());
    }

    private void resize(int capacity) {
        nanos = Arrays.copyOf(nanos, capacity);
        trackIds = Arrays.copyOf(trackIds, capacity);
        actions = Arrays.copyOf(actions, capacity);
        devices = Arrays.copyOf(devices, capacity);
        addresses = Arrays.copyOf(addresses, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        allocated = Arrays.copyOf(allocated, capacity);
        reserved = Arrays.copyOf(reserved, capacity);
        categories = Arrays.copyOf(categories, capacity);
        stacks = Arrays.copyOf(stacks, capacity);
        counterparts = Arrays.copyOf(counterparts, capacity);
    }

    private void sort() {
        if (isInOrder()) {
            return;
        }
        MemoryEvent[] events = IntStream.range(0, size).mapToObj(this::event).toArray(MemoryEvent[]::new);
        Arrays.sort(events, Comparator.comparingLong(MemoryEvent::nanos));
        size = 0;
        for (MemoryEvent event : events) {
            add(event);
        }
    }

    private boolean isInOrder() {
        for (int i = 1; i < size; i++) {
            if (nanos[i - 1] > nanos[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return an event as an object}
     *
     * @param index index of the event
     */
    public MemoryEvent event(int index) {
        return new MemoryEvent(
                nanos[index],
                trackIds[index],
                actions[index],
                devices[index],
                addresses[index],
                bytes[index],
                allocated[index],
                reserved[index],
                categories[index],
                stacks[index]);
    }
}
