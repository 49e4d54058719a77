package io.stepprofiler.analysis.memory;

import java.util.Arrays;

/** A map from addresses to numbers of 0 and more, without an object for each: open addressing, at most half full. */
final class AddressIndex {
    static final int ABSENT = -1;

    private static final int FIRST_BITS = 6;
    /** 2^64 divided by the golden ratio, which spreads addresses that differ in their low bits only. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private int bits = FIRST_BITS;
    private long[] addresses = new long[1 << FIRST_BITS];
    private int[] numbers = empty(1 << FIRST_BITS);
    private int size;

    int get(long address) {
        return numbers[place(address)];
    }

    void put(long address, int number) {
        int place = place(address);
        if (numbers[place] == ABSENT && ++size * 2 > numbers.length) {
            grow();
            place = place(address);
        }
        addresses[place] = address;
        numbers[place] = number;
    }

    private int place(long address) {
        int place = (int) ((address * SPREAD) >>> (Long.SIZE - bits));
        while (numbers[place] != ABSENT && addresses[place] != address) {
            place = (place + 1) & (numbers.length - 1);
        }
        return place;
    }

    private void grow() {
        long[] oldAddresses = addresses;
        int[] oldNumbers = numbers;
        bits++;
        addresses = new long[1 << bits];
        numbers = empty(1 << bits);
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldNumbers[i] != ABSENT) {
                int place = place(oldAddresses[i]);
                addresses[place] = oldAddresses[i];
                numbers[place] = oldNumbers[i];
            }
        }
    }

    private static int[] empty(int length) {
        int[] result = new int[length];
        Arrays.fill(result, ABSENT);
        return result;
    }
}
