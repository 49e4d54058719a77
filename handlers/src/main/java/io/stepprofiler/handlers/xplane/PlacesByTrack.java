package io.stepprofiler.handlers.xplane;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Indices of the items of a list by track, in the order of the list. */
final class PlacesByTrack {
    private PlacesByTrack() {}

    /** Returns the indices of the included items, of {@code count}, by track id. */
    static Map<Long, int[]> of(int count, IntToLongFunction trackId, IntPredicate included) {
        Map<Long, IntStream.Builder> found = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            if (included.test(i)) {
                found.computeIfAbsent(trackId.applyAsLong(i), id -> IntStream.builder())
                        .add(i);
            }
        }
        Map<Long, int[]> trimmed = new LinkedHashMap<>();
        found.forEach((id, places) -> trimmed.put(id, places.build().toArray()));
        return trimmed;
    }
}
