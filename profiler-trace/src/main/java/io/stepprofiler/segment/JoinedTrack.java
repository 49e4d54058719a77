package io.stepprofiler.segment;

import io.stepprofiler.amount.Search;
import io.stepprofiler.columns.EventColumns;
import io.stepprofiler.columns.NameNumbers;
import io.stepprofiler.columns.Piece;
import io.stepprofiler.columns.PieceCache;
import io.stepprofiler.columns.PiecedTrack;
import io.stepprofiler.columns.Pieces;
import io.stepprofiler.columns.TrackColumns;
import io.stepprofiler.columns.TrackContent;
import io.stepprofiler.event.UnfinishedCause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The track of a thread, joined from the segments of its window and the events that sources report of it. */
final class JoinedTrack {
    /** Shared by most parts, of which there may be millions; never changed. */
    private static final BitSet NONE_OPEN = new BitSet();

    /** Late data about an event of an earlier segment. */
    private record Patch(int event, ThreadSegment from, int row, NameNumbers numbers, long endNanos, boolean ends) {
        void apply(Piece piece) {
            EventColumns columns = piece.events();
            if (ends) {
                columns.unfinished.clear(event);
                columns.durations[event] = Math.max(endNanos - columns.starts[event], 0);
            }
            piece.addDetails(event, from.lateRows(), row, numbers);
        }
    }

    /** One segment of the thread, with later data about it. There may be millions: it does not refer to its track. */
    private static final class Part implements Pieces.Source {
        private final ThreadSegment segment;
        private final NameNumbers numbers;
        private final BitSet open;
        private List<Patch> patches = List.of();
        private Piece extras = Piece.NONE;
        private int firstExtra;
        private int endOfExtras;
        private long openUntil;
        /** End of open asynchronous events, which any thread might have ended. */
        private long asyncOpenUntil;

        Part(ThreadSegment segment, NameNumbers numbers) {
            this.segment = segment;
            this.numbers = numbers;
            int[] openEvents = segment.header().open();
            open = openEvents.length == 0 ? NONE_OPEN : new BitSet();
            for (int event : openEvents) {
                open.set(event);
            }
        }

        boolean holds(long index) {
            long first = segment.header().firstIndex();
            return index >= first && index - first < segment.size();
        }

        void add(Patch patch) {
            if (patches.isEmpty()) {
                patches = new ArrayList<>(1);
            }
            patches.add(patch);
        }

        @Override
        public int size() {
            return segment.size() + endOfExtras - firstExtra;
        }

        @Override
        public Piece read(int first) throws IOException {
            try {
                Piece own = patched(segment.read(first));
                return firstExtra == endOfExtras ? own : own.merged(extras, firstExtra, endOfExtras);
            } catch (IndexOutOfBoundsException e) {
                throw new IOException("The journal is inconsistent: " + e.getMessage(), e);
            }
        }

        private Piece patched(Piece own) throws IOException {
            EventColumns columns = own.events();
            if (columns.size != segment.size()) {
                throw new IOException(
                        "The journal is inconsistent: " + columns.size + " events instead of " + segment.size());
            }
            own.renumber(numbers);
            patches.forEach(patch -> patch.apply(own));
            columns.unfinished.stream()
                    .forEach(event -> columns.durations[event] = Math.max(
                            (columns.async.get(event) ? asyncOpenUntil : openUntil) - columns.starts[event], 0));
            return own.sorted();
        }
    }

    private final long id;
    private List<Part> parts = List.of();
    private TrackContent content = TrackContent.NOTHING;
    private String name = "";
    private boolean threadEnded;
    private long lastNanos = Long.MIN_VALUE;
    private int openCount;

    JoinedTrack(long id) {
        this.id = id;
    }

    long id() {
        return id;
    }

    /** Adds the next segment of the thread; reports each event that is ended twice. */
    void add(ThreadSegment segment, NameNumbers numbers, long segmentStart, LongConsumer closedTwice) {
        ThreadSegmentHeader facts = segment.header();
        name = facts.trackName();
        threadEnded = facts.threadEnded();
        lastNanos = Math.max(lastNanos, facts.lastNanos());
        content = content.and(facts.content());
        if (segment.size() > 0) {
            Part part = new Part(segment, numbers);
            addPart(part);
            openCount += part.open.cardinality();
        }
        Piece rows = segment.lateRows();
        EventColumns late = rows.events();
        if (late.size > 0) {
            content = content.and(TrackContent.of(rows));
        }
        for (int row = 0; row < late.size; row++) {
            Part part = partOf(segment.lateOf(row));
            if (part != null) {
                int event = (int) (segment.lateOf(row) - part.segment.header().firstIndex());
                long end = segmentStart + late.durations[row];
                boolean ends = !late.unfinished.get(row);
                addPatch(part, new Patch(event, segment, row, numbers, end, ends), closedTwice);
            }
        }
    }

    /** Short-lived threads have one part only. */
    private void addPart(Part part) {
        if (parts.isEmpty()) {
            parts = List.of(part);
            return;
        }
        if (parts.size() == 1) {
            parts = new ArrayList<>(parts);
        }
        parts.add(part);
    }

    private void addPatch(Part part, Patch patch, LongConsumer closedTwice) {
        if (patch.ends && part.open.get(patch.event)) {
            part.open.clear(patch.event);
            openCount--;
        } else if (patch.ends) {
            // The same end may have been reported twice, independently.
            boolean known = part.patches.stream()
                    .anyMatch(other -> other.ends && other.event == patch.event && other.endNanos == patch.endNanos);
            if (!known) {
                closedTwice.accept(1);
            }
            part.add(new Patch(patch.event, patch.from, patch.row, patch.numbers, 0, false));
            return;
        }
        part.add(patch);
    }

    /** The part with an event; null if it has been discarded, or could not be read. */
    private @Nullable Part partOf(long index) {
        int count = Search.upTo(
                index, parts.size(), i -> parts.get(i).segment.header().firstIndex());
        return count > 0 && parts.get(count - 1).holds(index) ? parts.get(count - 1) : null;
    }

    int openCount() {
        return openCount;
    }

    /** Why the ends of the open events are not known. */
    UnfinishedCause cause(UnfinishedCause otherwise) {
        return threadEnded ? UnfinishedCause.THREAD_ENDED : otherwise;
    }

    /** The track, with the events that sources report of the thread. */
    PiecedTrack build(@Nullable TrackColumns reported, long end, PieceCache cache) {
        for (Part part : parts) {
            part.openUntil = threadEnded ? lastNanos : end;
            part.asyncOpenUntil = end;
        }
        if (reported == null || reported.events.size == 0) {
            return new PiecedTrack(id, name, Pieces.of(List.copyOf(parts), cache), content, openCount);
        }
        Piece extras = reported.sorted();
        content = content.and(TrackContent.of(extras));
        int unfinished = openCount + extras.events().unfinished.cardinality();
        if (parts.isEmpty()) {
            return new PiecedTrack(id, name, Pieces.of(extras), content, unfinished);
        }
        shareOut(extras);
        return new PiecedTrack(id, name, Pieces.of(List.copyOf(parts), cache), content, unfinished);
    }

    /** Gives each part the events that began before the next part, so that all are in the order of starts. */
    private void shareOut(Piece extras) {
        EventColumns columns = extras.events();
        int next = 0;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            part.extras = extras;
            part.firstExtra = next;
            boolean last = i == parts.size() - 1;
            long limit = last ? 0 : parts.get(i + 1).segment.header().firstNanos();
            while (next < columns.size && (last || columns.starts[next] < limit)) {
                next++;
            }
            part.endOfExtras = next;
        }
    }
}
