package io.stepprofiler.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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
        boolean inOrder = true;
        for (int i = 1; i < size && inOrder; i++) {
            inOrder = nanos[i - 1] <= nanos[i];
        }
        if (inOrder) {
            return;
        }
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(nanos[a], nanos[b]));
        MemoryColumns old = new MemoryColumns();
        old.copy(this);
        for (int i = 0; i < order.length; i++) {
            int from = order[i];
            nanos[i] = old.nanos[from];
            trackIds[i] = old.trackIds[from];
            actions[i] = old.actions[from];
            devices[i] = old.devices[from];
            addresses[i] = old.addresses[from];
            bytes[i] = old.bytes[from];
            allocated[i] = old.allocated[from];
            reserved[i] = old.reserved[from];
            categories[i] = old.categories[from];
            stacks[i] = old.stacks[from];
        }
    }

    private void copy(MemoryColumns other) {
        nanos = other.nanos.clone();
        trackIds = other.trackIds.clone();
        actions = other.actions.clone();
        devices = other.devices.clone();
        addresses = other.addresses.clone();
        bytes = other.bytes.clone();
        allocated = other.allocated.clone();
        reserved = other.reserved.clone();
        categories = other.categories.clone();
        stacks = other.stacks.clone();
    }
}
