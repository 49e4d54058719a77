package io.stepprofiler.handlers.xplane;

import java.util.Arrays;

/** A list of places of something in the trace. */
final class Places {
    private int[] places = new int[8];
    private int size;

    void add(int place) {
        if (size == places.length) {
            places = Arrays.copyOf(places, size * 2);
        }
        places[size++] = place;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return places[index];
    }

    int[] toArray() {
        return Arrays.copyOf(places, size);
    }
}
