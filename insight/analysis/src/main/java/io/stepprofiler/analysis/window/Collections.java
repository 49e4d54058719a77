package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Search for garbage collections among the events of the virtual machine. */
public final class Collections {
    private static final Pattern COLLECTION = Pattern.compile("(.+?) \\((.*)\\)", Pattern.DOTALL);
    private static final Pattern TRACK = Pattern.compile(EventMeaning.COLLECTIONS + "( \\d+)?");

    private Collections() {}

    /**
     * {@return the collections of a window, ordered by time}
     *
     * @param trace the window
     * @param steps its steps
     */
    public static List<GarbageCollection> of(Trace trace, List<StepMark> steps) {
        List<GarbageCollection> found = new ArrayList<>();
        for (Track track : trace.tracks()) {
            if (!track.isThread() && TRACK.matcher(track.name()).matches()) {
                addAll(track, steps, found);
            }
        }
        found.sort(Comparator.comparingLong(GarbageCollection::startNanos));
        return List.copyOf(found);
    }

    private static void addAll(Track track, List<StepMark> steps, List<GarbageCollection> found) {
        for (int i = 0; i < track.size(); i++) {
            String name = track.eventName(i);
            Matcher matcher = COLLECTION.matcher(name);
            if (track.isUnfinished(i) || EventMeaning.isCollectionPause(name) || !matcher.matches()) {
                continue;
            }
            long start = track.startNanos(i);
            long end = start + track.durationNanos(i);
            long pause = 0;
            // A pause lies inside its collection and follows it on the track.
            for (int j = i + 1; j < track.size() && track.startNanos(j) < end; j++) {
                String inside = track.eventName(j);
                if (!EventMeaning.isCollectionPause(inside)
                        && COLLECTION.matcher(inside).matches()) {
                    continue;
                }
                if (EventMeaning.isCollectionPause(inside) && !track.isUnfinished(j) && !isOfAnother(track, i, j)) {
                    pause += track.durationNanos(j);
                }
            }
            found.add(new GarbageCollection(
                    matcher.group(1), matcher.group(2), start, end - start, pause, stepAt(start, steps)));
        }
    }

    /** True if a later collection contains the pause: a concurrent collection may contain others. */
    private static boolean isOfAnother(Track track, int collection, int pause) {
        for (int i = pause - 1; i > collection; i--) {
            boolean isAround = track.startNanos(i) + track.durationNanos(i)
                    >= track.startNanos(pause) + track.durationNanos(pause);
            if (isAround && !EventMeaning.isCollectionPause(track.eventName(i))) {
                return true;
            }
        }
        return false;
    }

    private static long stepAt(long nanos, List<StepMark> steps) {
        return steps.stream()
                .filter(step -> step.startNanos() <= nanos && nanos < step.startNanos() + step.durationNanos())
                .mapToLong(StepMark::number)
                .findFirst()
                .orElse(GarbageCollection.NO_STEP);
    }
}
