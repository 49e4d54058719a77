package io.stepprofiler.trace;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Memory events as growing columns, in any order until {@link #build} has put them in that of time. */
final class MemoryColumns {
    long[] nanos = {};
    long[] trackIds = {};
    MemoryAction[] actions = {};
    Device[] devices = {};
    long[] addresses = {};
    long[] bytes = {};
    long[] allocated = {};
    long[] reserved = {};
    MemoryCategory[] categories = {};
    int[] stacks = {};
    int[] counterparts = {};
    final LongColumn replaced = new LongColumn(0);
    int size;

    void add(MemoryEvent event) {
        if (size == nanos.length) {
            resize(Math.max(16, size * 2));
        }
        nanos[size] = event.nanos();
        trackIds[size] = event.trackId();
        actions[size] = event.action();
        devices[size] = event.device();
        addresses[size] = event.address();
        bytes[size] = event.bytes();
        allocated[size] = event.totalAllocated();
        reserved[size] = event.totalReserved();
        categories[size] = event.category();
        stacks[size] = event.stackId();
        counterparts[size++] = -1;
    }

    /** Adds the events of a segment. */
    void addAll(MemoryColumns others, TextNumbers numbers) {
        for (int i = 0; i < others.size; i++) {
            MemoryEvent event = others.event(i);
            add(event);
            stacks[size - 1] = event.stackId() < 0 ? -1 : numbers.stacks()[event.stackId()];
        }
    }

    /** Puts the events in order and makes sense of them, telling what is odd. */
    MemoryEvents build(Consumer<Anomaly> odd) {
        resize(size);
        sort();
        Map<Device, MemoryLedger> ledgers = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            ledgers.computeIfAbsent(devices[i], device -> new MemoryLedger(this, odd))
                    .enter(i);
        }
        List<Device> known = new ArrayList<>(ledgers.keySet());
        ledgers.forEach((device, ledger) -> ledger.addUp(device));
        return new MemoryEvents(this, known);
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

    MemoryEvent event(int index) {
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
