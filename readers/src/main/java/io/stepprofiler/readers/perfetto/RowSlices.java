package io.stepprofiler.readers.perfetto;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.intake.ArgumentList;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The slices of one track of the file, as the events and steps of the trace that they are. */
final class RowSlices implements OpenSlices.Ends {
    /** A slice that is nothing of the trace: what is open when a part of a trace begins. */
    private static final int NOTHING = -2;

    /** Slices that are steps have numbers from here on. */
    private static final int FIRST_STEP = Integer.MIN_VALUE;

    private final Intake intake;
    private final OpenSlices open = new OpenSlices();
    private final List<StepMark> steps = new ArrayList<>();
    private final Map<Integer, Long> shortened = new HashMap<>();
    private @Nullable TrackBuilder track;

    RowSlices(Intake intake) {
        this.intake = intake;
    }

    void beginNothing(long nanos) {
        open.begin(nanos, NOTHING);
    }

    /** A step, whose duration is not known yet; it lasts longer than its slice by the one that it has. */
    void begin(StepMark step) {
        open.begin(step.startNanos(), FIRST_STEP + steps.size());
        steps.add(step);
    }

    /** An event; it lasts longer than its slice by what was cut off. */
    void begin(TrackBuilder on, int event, long nanos, long shortenedNanos) {
        track = on;
        if (shortenedNanos > 0) {
            shortened.put(event, shortenedNanos);
        }
        open.begin(nanos, event);
    }

    void end(long nanos, ArgumentList arguments) {
        if (arguments.size() == 0) {
            open.end(nanos);
        } else {
            open.end(nanos, arguments.copy());
        }
    }

    /** Finds the end of each slice, when all have been read. */
    void complete() throws ImportException {
        open.complete(this);
    }

    @Override
    public void ended(int slice, long nanos, ArgumentList arguments) throws ImportException {
        if (slice >= 0 && track != null) {
            long end = Clocks.sum(nanos, shortened.getOrDefault(slice, 0L));
            track.end(slice, end == Clocks.INVALID ? nanos : end);
            intake.details().addAtEnd(arguments, track, slice);
        } else if (slice != NOTHING) {
            StepMark step = steps.get(slice - FIRST_STEP);
            intake.step(lasting(step, nanos - step.startNanos() + step.durationNanos(), step.unfinished()));
        }
    }

    @Override
    public void endless(int slice) throws ImportException {
        if (slice >= 0 && track != null) {
            track.unfinished(slice, intake.end());
            intake.unfinished();
        } else if (slice != NOTHING) {
            StepMark step = steps.get(slice - FIRST_STEP);
            intake.step(lasting(step, Math.max(intake.end() - step.startNanos(), 0), true));
        }
    }

    @Override
    public void withoutBegin() {
        intake.endWithoutBegin();
    }

    private static StepMark lasting(StepMark step, long nanos, boolean isUnfinished) {
        return new StepMark(step.number(), step.startNanos(), nanos, step.trackId(), isUnfinished, step.cpuNanos());
    }
}
