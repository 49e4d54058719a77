package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.window.GarbageCollection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the virtual machine did in a window.
 *
 * @param collections garbage collections, those with the longest pauses, in the order of time
 * @param collectionsLeftOut how many further ones are not listed
 * @param inSteps nanoseconds of everything it did while steps went on, by name
 * @param besideSteps nanoseconds of what went on beside the threads of steps, by what it is
 */
public record VirtualMachine(
        List<GarbageCollection> collections,
        int collectionsLeftOut,
        Map<String, Long> inSteps,
        Map<String, Long> besideSteps) {
    /**
     * Copies the lists.
     *
     * @param collections garbage collections
     * @param collectionsLeftOut how many further ones are not listed
     * @param inSteps nanoseconds of everything it did while steps went on
     * @param besideSteps nanoseconds of what went on beside
     */
    public VirtualMachine {
        collections = List.copyOf(collections);
        inSteps = Collections.unmodifiableMap(new LinkedHashMap<>(inSteps));
        besideSteps = Collections.unmodifiableMap(new LinkedHashMap<>(besideSteps));
    }
}
