package io.stepprofiler.analysis.steps;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Time between the marks of steps: a program may load batches there, for example. */
final class StepGaps {
    // D31: in medians of the time from the end of a step to the next end.
    private static final int LONGEST = 5;

    private final List<StepMark> usual = new ArrayList<>();
    private final IntervalSet.Builder breaks = new IntervalSet.Builder();

    StepGaps(Trace trace, List<StepMark> steps) {
        // The time between successive steps of this profiler is its own.
        if (ProfilerOverhead.of(trace).filter(cost -> cost.stepNanos() > 0).isEmpty()) {
            steps.stream()
                    .collect(Collectors.groupingBy(StepMark::trackId))
                    .forEach((thread, marks) -> add(
                            marks,
                            trace.tracks().stream()
                                    .filter(track -> track.id() == thread && track.size() > 0)
                                    .mapToLong(track -> track.startNanos(0))
                                    .min()
                                    .orElse(Long.MAX_VALUE)));
        }
    }

    /** Steps whose numbers do not follow each other are of different windows. */
    private void add(List<StepMark> marks, long firstNanos) {
        long[] gaps = new long[marks.size()];
        long[] whole = new long[gaps.length];
        for (int i = 0; i < gaps.length; i++) {
            StepMark mark = marks.get(i);
            boolean isNext = i > 0 && mark.number() == marks.get(i - 1).number() + 1;
            gaps[i] = isNext ? Math.max(0, mark.startNanos() - end(marks.get(i - 1))) : 0;
            whole[i] = gaps[i] + mark.durationNanos();
        }
        // Earlier events may be the start of the program: no more than usual belongs to the first step.
        long before = Math.max(0, marks.get(0).startNanos() - firstNanos);
        gaps[0] = Math.min(before, Quantiles.median(Arrays.stream(gaps).skip(1)));
        long longest = LONGEST * Quantiles.median(Arrays.stream(whole));
        for (int i = 0; i < gaps.length; i++) {
            StepMark mark = marks.get(i);
            if (gaps[i] > longest) {
                breaks.add(mark.startNanos() - gaps[i], mark.startNanos());
            } else if (gaps[i] > 0) {
                usual.add(new StepMark(mark.number(), mark.startNanos() - gaps[i], gaps[i], mark.trackId(), false));
            }
        }
    }

    private static long end(StepMark step) {
        return step.startNanos() + step.durationNanos();
    }

    /** Returns the times between steps that belong to the run of the steps, each as a mark with the number of the next. */
    List<StepMark> usual() {
        return usual;
    }

    /** Returns the time between steps that is too long for that, such as for a validation. */
    IntervalSet breaks() {
        return breaks.build();
    }
}
