package io.stepprofiler.averages;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.Repeats;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Events, step marks, allocations and frees of memory, and samples of one thread, lane or stream. */
final class Timeline {
    /** Shared, since there may be a million threads. */
    private static final int[] NONE = {};

    private final Track track;
    private final List<StepMark> steps;
    private final int[] memory;
    private final int[] samples;
    private final Repeats repeats;

    private Timeline(Trace trace, Track track, List<StepMark> steps, int[] memory, int[] samples) {
        this.track = track;
        this.steps = steps;
        this.memory = memory;
        this.samples = samples;
        repeats = Repeats.in(trace, track);
    }

    /**
     * The timelines of the tracks of a trace, and of threads that have step marks, memory events or samples and no
     * track.
     */
    static List<Timeline> of(Trace trace) {
        LongIds places = new LongIds();
        trace.tracks().forEach(track -> places.idOf(track.id()));
        int[][] memory = memoryByPlace(trace.memory(), places);
        int[][] samples = samplesByPlace(trace.samples(), places);
        List<List<StepMark>> steps = stepsByPlace(trace, places);
        List<Timeline> timelines = new ArrayList<>();
        for (int place = 0; place < places.size(); place++) {
            timelines.add(new Timeline(
                    trace,
                    place < trace.tracks().size() ? trace.tracks().get(place) : Track.empty(places.key(place), ""),
                    place < steps.size() ? steps.get(place) : List.of(),
                    place < memory.length ? memory[place] : NONE,
                    place < samples.length ? samples[place] : NONE));
        }
        return timelines;
    }

    /** The events. */
    Track track() {
        return track;
    }

    /** The events that count as part of the event around them. */
    Repeats repeats() {
        return repeats;
    }

    /** The finished step marks, in the order of time. */
    List<StepMark> steps() {
        return steps;
    }

    /** Indices of the allocations and frees, in the order of time; not to be changed. */
    int[] memory() {
        return memory;
    }

    /** Indices of the samples, in the order of time; not to be changed. */
    int[] samples() {
        return samples;
    }

    boolean isOnDevice() {
        return track.device().isPresent();
    }

    private static int[][] memoryByPlace(MemoryEvents memory, LongIds places) {
        int[] placeOf = new int[memory.size()];
        for (int i = 0; i < placeOf.length; i++) {
            boolean counts = memory.action(i) == MemoryAction.ALLOCATE || memory.action(i) == MemoryAction.FREE;
            placeOf[i] = counts ? places.idOf(memory.trackId(i)) : -1;
        }
        return byPlace(placeOf, places);
    }

    /**
     * Samples of running Java and native code measure the same time as processor time samples, less exactly: they are
     * used only without the latter, so that no time counts twice.
     */
    private static int[][] samplesByPlace(StackSamples samples, LongIds places) {
        boolean hasCpuTime = samples.kinds().contains(SampleKind.CPU_TIME);
        int[] placeOf = new int[samples.size()];
        for (int i = 0; i < placeOf.length; i++) {
            SampleKind kind = samples.kind(i);
            boolean counts = kind == SampleKind.ALLOCATION || (kind == SampleKind.CPU_TIME) == hasCpuTime;
            placeOf[i] = counts ? places.idOf(samples.trackId(i)) : -1;
        }
        return byPlace(placeOf, places);
    }

    /** The indices at each place, in their order; a place of -1 stands for none. */
    private static int[][] byPlace(int[] placeOf, LongIds places) {
        int[][] indices = new int[placeOf.length == 0 ? 0 : places.size()][0];
        int[] sizes = new int[indices.length];
        for (int i = 0; i < placeOf.length; i++) {
            int place = placeOf[i];
            if (place >= 0) {
                if (sizes[place] == indices[place].length) {
                    indices[place] = Arrays.copyOf(indices[place], Math.max(16, sizes[place] * 2));
                }
                indices[place][sizes[place]++] = i;
            }
        }
        for (int place = 0; place < indices.length; place++) {
            indices[place] = Arrays.copyOf(indices[place], sizes[place]);
        }
        return indices;
    }

    private static List<List<StepMark>> stepsByPlace(Trace trace, LongIds places) {
        List<List<StepMark>> steps = new ArrayList<>();
        for (StepMark step : trace.steps()) {
            if (!step.unfinished()) {
                int place = places.idOf(step.trackId());
                while (steps.size() <= place) {
                    steps.add(new ArrayList<>());
                }
                steps.get(place).add(step);
            }
        }
        steps.forEach(each -> each.sort(Comparator.comparingLong(StepMark::startNanos)));
        return steps;
    }
}
