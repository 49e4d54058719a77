package io.stepprofiler.handlers.xplane;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Which of a list of things belong to which track, each track's in their order. */
final class PlacesByTrack {
    private PlacesByTrack() {}

    /** By the id of their track the places of those things, of {@code count}, that are included. */
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
