package io.stepprofiler.handlers.xplane;

import io.stepprofiler.amount.Search;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.rows.NumberedStep;
import io.stepprofiler.trace.Track;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Steps of one track that have a scope with the argument {@code step_num}, such as a {@code StepScope}
 * or an annotation of JAX. Tools name a step after its event, so step and scope are written as one event with the
 * scope's name.
 */
final class AnnotatedSteps {
    static final int NONE = -1;

    /** Number of events from the step's start on in which to look for its scope. */
    private static final int AHEAD = 4;

    private final int[] events;
    private final BitSet scopes = new BitSet();

    AnnotatedSteps(Track track, List<NumberedStep> steps) {
        events = new int[steps.size()];
        for (int i = 0; i < events.length; i++) {
            events[i] = find(track, steps.get(i).mark());
            if (events[i] != NONE) {
                scopes.set(events[i]);
            }
        }
    }

    /** The scope of a step; {@link #NONE} if it has none. */
    int event(int step) {
        return events[step];
    }

    /** True if the event is the scope of a step and therefore written as the step. */
    boolean isStep(int event) {
        return scopes.get(event);
    }

    private static int find(Track track, StepMark step) {
        long end = step.startNanos() + step.durationNanos();
        int first = Search.below(step.startNanos(), track.size(), track::startNanos);
        for (int event = first; event < Math.min(first + AHEAD, track.size()); event++) {
            if (track.startNanos(event) + track.durationNanos(event) > end) {
                return NONE;
            }
            Map<String, Object> arguments = track.arguments(event);
            if (!UserStats.isStep(arguments) && UserStats.stepNumber(arguments) == step.number()) {
                return event;
            }
        }
        return NONE;
    }
}
