package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Loading of batches in a Python program, as the class of its loader's iterator and its recorded frames show it.
 *
 * @param isByItself whether the loop loads its batches itself
 * @param isByWorkers whether processes of their own load them
 * @param frame the innermost function of the program with at least half of the loading, as the end of a sentence; empty
 *     if it is not known
 */
record PythonLoading(boolean isByItself, boolean isByWorkers, String frame) {
    private static final double HALF = 0.5;

    static PythonLoading of(WindowFacts facts) {
        IntervalSet loading = Spans.times(facts.waits(), span -> span.category() == StepCategory.DATA_WAIT);
        return new PythonLoading(
                isWith(facts.trace(), PyTorch.LOADS_ITSELF),
                isWith(facts.trace(), PyTorch.LOADS_BY_WORKERS),
                frame(facts, loading));
    }

    private static boolean isWith(Trace trace, String iterator) {
        return IntStream.range(0, trace.nameCount())
                .anyMatch(name -> trace.kind(name) == EventKind.DATA_LOADER
                        && trace.name(name).contains(iterator));
    }

    private static String frame(WindowFacts facts, IntervalSet loading) {
        Map<String, List<Stretch>> frames = new LinkedHashMap<>();
        for (Track track : facts.trace().tracks()) {
            for (int i = 0; facts.walk().isOfSteps(track.id()) && i < track.size(); i++) {
                String name = facts.trace().name(track.nameId(i));
                // Functions that began before call the loader.
                if (loading.contains(track.startNanos(i)) && PyTorch.isProgramFrame(name)) {
                    frames.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(new Stretch(track.startNanos(i), track.startNanos(i) + track.durationNanos(i)));
                }
            }
        }
        String text = "";
        for (Map.Entry<String, List<Stretch>> each : frames.entrySet()) {
            double part = (double) IntervalSet.of(each.getValue()).and(loading).nanos() / loading.nanos();
            // Outer functions come first.
            text = part >= HALF ? ", " + Amount.share(part, "it") + " in " + each.getKey() : text;
        }
        return text;
    }

    /** Returns the end of the sentence about the wait for data. */
    String text() {
        return frame + (isByItself ? ": the loop loads its batches itself (num_workers=0)" : "");
    }

    /** Returns the remedy in a few words. */
    String nextStep() {
        return isByItself
                ? "load in other processes: num_workers=4 of the DataLoader"
                : "more workers, or less work for each sample";
    }
}
