package io.stepprofiler.readers.foreign;

import io.stepprofiler.event.StepMark;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Kinds of the marks of steps in a file, such as of epochs and of batches on one thread. */
public final class StepKinds {
    private static final String DETAILS = "[0-9#(\\[=]";

    private StepKinds() {}

    /**
     * {@return the steps in the order of time} The steps of a thread are the marks of one kind that do not overlap: of
     * the kind with the most of them, and of kinds with as many an inner one or else the longest.
     *
     * @param names the marks of all threads with their names, whose kind is the part before numbers and other details
     */
    public static List<StepMark> steps(Map<StepMark, String> names) {
        Map<List<Object>, List<StepMark>> kinds = names.keySet().stream()
                .collect(Collectors.groupingBy(mark ->
                        List.of(mark.trackId(), names.getOrDefault(mark, "").split(DETAILS, 2)[0])));
        Map<Long, List<StepMark>> most = new HashMap<>();
        kinds.values().stream()
                .map(StepMark::disjoint)
                .sorted(Comparator.comparingLong(StepKinds::nanos).reversed())
                .forEach(steps -> most.merge(
                        steps.get(0).trackId(), steps, (best, other) -> isBetter(other, best) ? other : best));
        return most.values().stream()
                .flatMap(List::stream)
                .sorted(StepMark.PARENTS_FIRST)
                .toList();
    }

    private static boolean isBetter(List<StepMark> steps, List<StepMark> best) {
        boolean isWithin = StepMark.disjoint(List.of(steps.get(0), best.get(0))).equals(List.of(steps.get(0)));
        return steps.size() > best.size() || (steps.size() == best.size() && isWithin);
    }

    private static long nanos(List<StepMark> steps) {
        return steps.stream().mapToLong(StepMark::durationNanos).sum();
    }
}
