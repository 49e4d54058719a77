package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.window.GarbageCollection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Activity of the virtual machine in a window.
 *
 * @param collections garbage collections with the longest pauses, ordered by time
 * @param collectionsLeftOut number of collections that are not listed
 * @param inSteps nanoseconds of its activity during steps, by name
 * @param besideSteps nanoseconds of work concurrent with the threads of steps, by the name of the cost
 */
public record VirtualMachine(
        List<GarbageCollection> collections,
        int collectionsLeftOut,
        Map<String, Long> inSteps,
        Map<String, Long> besideSteps) {
    /** Copies the lists. */
    public VirtualMachine {
        collections = List.copyOf(collections);
        inSteps = Collections.unmodifiableMap(new LinkedHashMap<>(inSteps));
        besideSteps = Collections.unmodifiableMap(new LinkedHashMap<>(besideSteps));
    }
}
