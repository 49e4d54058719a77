package io.stepprofiler.handlers.rows;

import io.stepprofiler.amount.Search;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Steps and scopes of threads, shown on the streams of GPUs: on each stream from the first to the last work that was
 * launched inside, as in PyTorch's traces ({@code gpu_user_annotation}).
 *
 * <p>Only scopes that a program opens are shown: an event with a signature, a sequence number or a name with two colons
 * is an operation of a framework and left out. A launch belongs to the current step of its thread, or of any thread if
 * its own has no steps. If the source of a trace recorded scopes on streams, none are added.
 *
 * <p>Costs nothing in a trace without streams; else some tens of nanoseconds for each launch and each event on a
 * stream.
 */
public final class StreamAnnotations {
    // GP7: derived for the file, no events of the trace.

    private static final long NO_NUMBER = -1;
    private static final Comparator<NumberedStep> PARENTS_FIRST =
            NumberedStep.PARENTS_FIRST.thenComparingLong(NumberedStep::id);

    /** A step or a scope around launches, and the scope around it; compared by identity. */
    private static final class Origin {
        private final long id;
        private final String name;
        private final long number;
        private final @Nullable Origin around;

        Origin(long id, String name, long number, @Nullable Origin around) {
            this.id = id;
            this.name = name;
            this.number = number;
            this.around = around;
        }
    }

    /** Time from the first to the last work on one stream. */
    private static final class Extent {
        private long start = Long.MAX_VALUE;
        private long end = Long.MIN_VALUE;

        void cover(long from, long to) {
            start = Math.min(start, from);
            end = Math.max(end, to);
        }
    }

    /** Innermost scope and step around a launch. */
    private record Inside(@Nullable Origin scope, @Nullable Origin step) {}

    private final Trace trace;
    private final List<NumberedStep> steps = new ArrayList<>();
    private final Map<Long, List<NumberedStep>> stepsByTrack;
    private final Map<NumberedStep, Origin> stepOrigins = new HashMap<>();
    private final Map<EventRef, Inside> launches = new HashMap<>();

    private StreamAnnotations(Trace trace, Launchers launchers) {
        this.trace = trace;
        this.stepsByTrack = NumberedStep.byTrack(trace);
        stepsByTrack.values().forEach(steps::addAll);
        steps.sort(NumberedStep.PARENTS_FIRST);
        int index = -1;
        List<EventRef> ofTrack = new ArrayList<>();
        for (EventRef launch : launchers.inOrder()) {
            if (launch.track() != index) {
                place(index, ofTrack);
                ofTrack.clear();
                index = launch.track();
            }
            ofTrack.add(launch);
        }
        place(index, ofTrack);
    }

    /**
     * {@return the steps and scopes to show on streams, by track id, enclosing ones first}
     *
     * @param trace the trace
     * @param launchers the events that caused work
     */
    public static Map<Long, List<NumberedStep>> byTrack(Trace trace, Launchers launchers) {
        Map<Long, List<NumberedStep>> result = new LinkedHashMap<>();
        List<Track> streams =
                trace.tracks().stream().filter(StreamAnnotations::isStream).toList();
        if (streams.isEmpty() || streams.stream().anyMatch(stream -> hasScopes(trace, stream))) {
            return result;
        }
        StreamAnnotations annotations = new StreamAnnotations(trace, launchers);
        for (Track stream : streams) {
            List<NumberedStep> shown = annotations.on(stream, launchers);
            if (!shown.isEmpty()) {
                result.put(stream.id(), shown);
            }
        }
        return result;
    }

    private static boolean isStream(Track track) {
        return track.device()
                .filter(device -> device.type() == Device.Type.CUDA)
                .isPresent();
    }

    private static boolean hasScopes(Trace trace, Track stream) {
        for (int i = 0; i < stream.size(); i++) {
            if (trace.kind(stream.nameId(i)) == EventKind.SCOPE) {
                return true;
            }
        }
        return false;
    }

    /** Finds the scope and the step around each launch of one track; the launches are in order. */
    private void place(int index, List<EventRef> ofTrack) {
        if (ofTrack.isEmpty()) {
            return;
        }
        Track track = trace.tracks().get(index);
        Nesting nesting = Nesting.of(track);
        List<@Nullable Origin> byLevel = new ArrayList<>();
        int next = 0;
        for (int event = 0; event < track.size() && next < ofTrack.size(); event++) {
            nesting.next();
            int level = nesting.level();
            Origin around = level == 0 ? null : byLevel.get(level - 1);
            boolean isLaunch = ofTrack.get(next).event() == event;
            Origin here = !isLaunch && isScope(track, event)
                    ? new Origin(trace.eventId(index, event), trace.name(track.nameId(event)), NO_NUMBER, around)
                    : around;
            if (!track.isAsync(event)) {
                while (byLevel.size() > level) {
                    byLevel.remove(byLevel.size() - 1);
                }
                byLevel.add(here);
            }
            if (isLaunch) {
                launches.put(ofTrack.get(next++), new Inside(around, step(track, track.startNanos(event))));
            }
        }
    }

    private boolean isScope(Track track, int event) {
        int nameId = track.nameId(event);
        return trace.kind(nameId) == EventKind.SCOPE
                && !track.isAsync(event)
                && track.signatureId(event) < 0
                && track.sequenceNumber(event) < 0
                && !trace.name(nameId).contains("::");
    }

    /** Returns the step that began last, or null if it had ended. */
    private @Nullable Origin step(Track track, long nanos) {
        List<NumberedStep> candidates = stepsByTrack.getOrDefault(track.id(), steps);
        int after = firstAfter(candidates, nanos);
        NumberedStep step = after == 0 ? null : candidates.get(after - 1);
        return step == null || nanos >= step.mark().startNanos() + step.mark().durationNanos()
                ? null
                : stepOrigins.computeIfAbsent(
                        step, of -> new Origin(of.id(), of.name(), of.mark().number(), null));
    }

    private static int firstAfter(List<NumberedStep> steps, long nanos) {
        return Search.upTo(nanos, steps.size(), i -> steps.get(i).mark().startNanos());
    }

    private List<NumberedStep> on(Track stream, Launchers launchers) {
        Map<Origin, Extent> extents = new LinkedHashMap<>();
        for (int i = 0; i < stream.size(); i++) {
            EventRef launch = launchers.with(stream.correlation(i));
            Inside inside = launch == null ? null : launches.get(launch);
            if (inside != null && trace.kind(stream.nameId(i)).isDeviceWork()) {
                long start = stream.startNanos(i);
                long end = start + stream.durationNanos(i);
                for (Origin scope = inside.scope(); scope != null; scope = scope.around) {
                    extents.computeIfAbsent(scope, any -> new Extent()).cover(start, end);
                }
                if (inside.step() != null) {
                    extents.computeIfAbsent(inside.step(), any -> new Extent()).cover(start, end);
                }
            }
        }
        List<NumberedStep> shown = new ArrayList<>();
        extents.forEach((origin, extent) -> shown.add(new NumberedStep(
                new StepMark(origin.number, extent.start, extent.end - extent.start, stream.id(), false),
                origin.id,
                origin.name)));
        shown.sort(PARENTS_FIRST);
        return shown;
    }
}
