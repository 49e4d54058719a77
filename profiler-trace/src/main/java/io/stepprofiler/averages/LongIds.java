package io.stepprofiler.averages;

import java.util.Arrays;

/** Distinct longs, numbered from 0 in the order of first occurrence: a hash table without objects. */
final class LongIds {
    private long[] keys = new long[32];
    private long[] slotKeys = new long[64];
    /** The number of the key in each slot plus 1; 0 for a free slot. */
    private int[] slots = new int[64];

    private int size;

    /** Two numbers, neither negative, as one key. */
    static long pair(int first, int second) {
        return (long) first << 32 | second;
    }

    static int first(long pair) {
        return (int) (pair >>> 32);
    }

    static int second(long pair) {
        return (int) pair;
    }

    int size() {
        return size;
    }

    long key(int id) {
        return keys[id];
    }

    /** The number of a key; a new key gets the next number. */
    int idOf(long key) {
        int slot = slotOf(key);
        int id = slots[slot] - 1;
        return id >= 0 ? id : add(key, slot);
    }

    /** The number of a key, or -1 if it is not known. */
    int find(long key) {
        return slots[slotOf(key)] - 1;
    }

    private int slotOf(long key) {
        int mask = slots.length - 1;
        // The upper half of a product with an odd constant depends on all bits of the key.
        long hash = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 32 ^ hash >>> 47) & mask;
        while (slots[slot] != 0 && slotKeys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private int add(long key, int slot) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            rehash(size * 4);
            return add(key, slotOf(key));
        }
        keys[size] = key;
        put(size++, slot);
        return size - 1;
    }

    private void put(int id, int slot) {
        slotKeys[slot] = keys[id];
        slots[slot] = id + 1;
    }

    private void rehash(int capacity) {
        slotKeys = new long[capacity];
        slots = new int[capacity];
        for (int id = 0; id < size; id++) {
            put(id, slotOf(keys[id]));
        }
    }
}
