package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.nesting.Repeats;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * ValueNumbers of the groups of a trace's events.
 *
 * <p>The properties by which events are grouped (subject, place, details, stack) are numbered once for each name,
 * track, signature and stack. The number of a group is the subject's, paired with each of the other numbers that can
 * differ in this trace, so that an event costs one look-up in a table of longs for each of them, and none if events are
 * grouped by name alone.
 */
final class EventGroups {
    /** Group of an event whose end is not known. */
    static final int UNFINISHED = -1;

    /** Group of an event that counts as part of the enclosing one. */
    static final int REPEATED = -2;

    private static final int STEPS = 0;

    private record Subject(GroupKey.Row row, String name, EventKind kind, String domain) {
        Subject(GroupKey.Row row, String name, EventKind kind) {
            this(row, name, kind, "");
        }
    }

    private record Place(Device.Type device, String thread) {}

    private record Details(String overload, String inputShapes) {}

    private final Trace trace;
    private final Grouping grouping;
    private final ForwardStacks forwardStacks;
    private final boolean hasWaits;

    private final DistinctValues<Subject> subjects =
            new DistinctValues<>(new Subject(GroupKey.Row.STEPS, "[steps]", EventKind.SCOPE));
    private final DistinctValues<Place> places = new DistinctValues<>(new Place(Device.Type.CPU, ""));
    private final DistinctValues<Details> details = new DistinctValues<>(new Details("", ""));
    private final DistinctValues<List<StackTraceElement>> stacks = new DistinctValues<>(List.of());

    private final int memory;
    private final int samples;
    private final int[] subjectOfName;
    /** Subjects of names, with a separate subject for waits of idle threads. */
    private final int[] idleOfName;

    private final int[] detailsOfSignature;
    private final int[] frontOfStack;

    private final LongIds withPlace = new LongIds();
    private final LongIds withDetails = new LongIds();
    private final LongIds withStack = new LongIds();

    EventGroups(Trace trace, Grouping grouping, List<Timeline> timelines) {
        this.trace = trace;
        this.grouping = grouping;
        hasWaits = IntStream.range(0, trace.nameCount()).anyMatch(name -> trace.kind(name) == EventKind.WAIT);
        subjectOfName = numbered(trace.nameCount(), this::numberName);
        memory = subjects.of(new Subject(GroupKey.Row.MEMORY, "[memory]", EventKind.SCOPE));
        samples = subjects.of(new Subject(GroupKey.Row.SAMPLES, "[samples]", EventKind.SCOPE));
        idleOfName = new int[trace.nameCount()];
        for (int name = 0; name < idleOfName.length; name++) {
            // Numbered ahead of the events, so that the order of rows does not depend on them.
            idleOfName[name] = trace.kind(name) == EventKind.WAIT
                    ? subjects.of(new Subject(GroupKey.Row.IDLE, trace.name(name), EventKind.WAIT))
                    : subjectOfName[name];
        }
        timelines.forEach(timeline -> placeOf(timeline.track()));
        boolean byDetails = grouping.inputShapes || grouping.overload;
        detailsOfSignature = numbered(byDetails ? trace.signatureCount() : 0, this::numberDetails);
        boolean byStack = grouping.stackFrames > 0;
        frontOfStack = numbered(byStack ? trace.stackCount() : 0, this::numberFront);
        forwardStacks = byStack ? ForwardStacks.of(trace) : ForwardStacks.NONE;
    }

    private static int[] numbered(int count, IntUnaryOperator number) {
        return IntStream.range(0, count).map(number).toArray();
    }

    private int numberName(int id) {
        return subjects.of(new Subject(GroupKey.Row.EVENTS, trace.name(id), trace.kind(id), trace.domain(id)));
    }

    private int numberDetails(int id) {
        OpSignature signature = trace.signature(id);
        return details.of(new Details(
                grouping.overload ? signature.overload() : "", grouping.inputShapes ? signature.inputDimsText() : ""));
    }

    private int numberFront(int id) {
        List<StackTraceElement> frames = trace.stack(id);
        return stacks.of(frames.subList(0, Math.min(grouping.stackFrames, frames.size())));
    }

    private int placeOf(Track track) {
        Device.Type device = track.device().map(Device::type).orElse(Device.Type.CPU);
        boolean isNamed = grouping.thread || (grouping.stream && track.device().isPresent());
        return places.of(new Place(device, isNamed ? track.name() : ""));
    }

    /** True if events are grouped by name alone, so that the groups are known before the events. */
    boolean isByNameAlone() {
        return places.size() == 1 && detailsOfSignature.length == 0 && frontOfStack.length == 0;
    }

    /** The groups of the events of a timeline, one after the other, or {@link #UNFINISHED} or {@link #REPEATED}. */
    IntSupplier ofEvents(Timeline timeline) {
        return new OfEvents(timeline);
    }

    private final class OfEvents implements IntSupplier {
        private final Track track;
        private final @Nullable Idleness idleness;
        private final Repeats repeats;
        private final int place;
        private final boolean hasDetails;
        private final boolean hasStacks;
        private final boolean isByNameAlone = isByNameAlone();
        private int next;

        OfEvents(Timeline timeline) {
            track = timeline.track();
            idleness = hasWaits ? new Idleness(trace, timeline) : null;
            repeats = timeline.repeats();
            place = placeOf(track);
            hasDetails = detailsOfSignature.length > 0 && track.hasSignatures();
            hasStacks = frontOfStack.length > 0 && (track.hasStacks() || track.hasSequenceNumbers());
        }

        @Override
        public int getAsInt() {
            int event = next++;
            if (track.isUnfinished(event)) {
                return UNFINISHED;
            }
            if (repeats.contains(event)) {
                return REPEATED;
            }
            boolean isIdle = idleness != null && idleness.take(event);
            int subject = (isIdle ? idleOfName : subjectOfName)[track.nameId(event)];
            if (isByNameAlone) {
                return subject;
            }
            int signature = hasDetails ? track.signatureId(event) : -1;
            int stack = hasStacks ? forwardStacks.stackOf(track, event) : -1;
            return group(subject, place, signature, stack);
        }
    }

    /** The group of the step marks of a track. */
    int ofSteps(Track track) {
        return group(STEPS, placeOf(track), -1, -1);
    }

    /** The group of a memory event outside all events of its track. */
    int ofLooseMemory(Track track, int event) {
        return group(memory, placeOf(track), -1, trace.memory().stackId(event));
    }

    /** The group of a sample outside all events of its track. */
    int ofLooseSample(Track track, int sample) {
        return group(samples, placeOf(track), -1, trace.samples().stackId(sample));
    }

    private int group(int subject, int place, int signature, int stack) {
        int group = subject;
        if (places.size() > 1) {
            group = withPlace.idOf(LongIds.pair(group, place));
        }
        if (detailsOfSignature.length > 0) {
            group = withDetails.idOf(LongIds.pair(group, signature < 0 ? 0 : detailsOfSignature[signature]));
        }
        if (frontOfStack.length > 0) {
            group = withStack.idOf(LongIds.pair(group, stack < 0 ? 0 : frontOfStack[stack]));
        }
        return group;
    }

    /** The number of groups so far; groups count from 0. */
    int size() {
        if (frontOfStack.length > 0) {
            return withStack.size();
        }
        if (detailsOfSignature.length > 0) {
            return withDetails.size();
        }
        return places.size() > 1 ? withPlace.size() : subjects.size();
    }

    GroupKey key(int group) {
        int[] parts = parts(group);
        Subject subject = subjects.value(parts[0]);
        Place place = places.value(parts[1]);
        Details detail = details.value(parts[2]);
        return new GroupProperties(
                subject.row(),
                subject.name(),
                subject.kind(),
                subject.domain(),
                place.device(),
                detail.overload(),
                detail.inputShapes(),
                stacks.value(parts[3]),
                place.thread());
    }

    /** Subject, place, details and stack of a group. */
    private int[] parts(int group) {
        int[] parts = new int[4];
        int rest = group;
        if (frontOfStack.length > 0) {
            long pair = withStack.key(rest);
            rest = LongIds.first(pair);
            parts[3] = LongIds.second(pair);
        }
        if (detailsOfSignature.length > 0) {
            long pair = withDetails.key(rest);
            rest = LongIds.first(pair);
            parts[2] = LongIds.second(pair);
        }
        if (places.size() > 1) {
            long pair = withPlace.key(rest);
            rest = LongIds.first(pair);
            parts[1] = LongIds.second(pair);
        }
        parts[0] = rest;
        return parts;
    }
}
