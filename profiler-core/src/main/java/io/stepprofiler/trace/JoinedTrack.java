package io.stepprofiler.trace;

import io.stepprofiler.event.UnfinishedCause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The track of a thread, put together from the stretches of its window's segments and from what sources tell of it. */
final class JoinedTrack {
    /** Of most parts, and there may be millions; never changed. */
    private static final BitSet NONE_OPEN = new BitSet();

    /** Later knowledge about an event of an earlier segment. */
    private record Patch(int event, ThreadSegment from, int row, TextNumbers numbers, long endNanos, boolean ends) {
        void apply(Piece piece) {
            EventColumns columns = piece.events();
            if (ends) {
                columns.unfinished.clear(event);
                columns.durations[event] = Math.max(endNanos - columns.starts[event], 0);
            }
            if (from.late().isAsync(row)) {
                columns.async.set(event);
            }
            Piece known = from.late().pieces().at(row);
            // Rare enough to be renumbered each time.
            OpColumns ops = known.events().ops.copy();
            ops.signatures.renumber(numbers.signatures());
            ops.stacks.renumber(numbers.stacks());
            columns.ops.add(event, ops, row);
            ArgumentColumns arguments = known.arguments().copy();
            arguments.renumber(numbers);
            piece.arguments().add(event, arguments, row);
        }
    }

    /** One stretch, with what is known of it by now. There may be millions of them: it does not refer to its track. */
    private static final class Part implements Pieces.Source {
        private final ThreadSegment stretch;
        private final TextNumbers numbers;
        private final BitSet open;
        private List<Patch> patches = List.of();
        private Extras extras = Extras.NONE;
        private int firstExtra;
        private int endOfExtras;
        private long openUntil;

        Part(ThreadSegment stretch, TextNumbers numbers) {
            this.stretch = stretch;
            this.numbers = numbers;
            int[] openEvents = stretch.facts().open();
            open = openEvents.length == 0 ? NONE_OPEN : new BitSet();
            for (int event : openEvents) {
                open.set(event);
            }
        }

        boolean holds(long index) {
            long first = stretch.facts().firstIndex();
            return index >= first && index - first < stretch.size();
        }

        void add(Patch patch) {
            if (patches.isEmpty()) {
                patches = new ArrayList<>(1);
            }
            patches.add(patch);
        }

        @Override
        public int size() {
            return stretch.size() + endOfExtras - firstExtra;
        }

        @Override
        public Piece read(int first) throws IOException {
            try {
                Piece own = patched(stretch.read(first));
                return firstExtra == endOfExtras ? own : extras.mergedInto(own, firstExtra, endOfExtras);
            } catch (IndexOutOfBoundsException e) {
                throw new IOException("The journal makes no sense: " + e.getMessage(), e);
            }
        }

        private Piece patched(Piece own) throws IOException {
            EventColumns columns = own.events();
            if (columns.size != stretch.size()) {
                throw new IOException(
                        "The journal makes no sense: " + columns.size + " events instead of " + stretch.size());
            }
            columns.renumber(numbers);
            own.arguments().renumber(numbers);
            patches.forEach(patch -> patch.apply(own));
            columns.unfinished.stream()
                    .forEach(event -> columns.durations[event] = Math.max(openUntil - columns.starts[event], 0));
            return Piece.sorted(own.first(), columns, own.arguments());
        }
    }

    /** Events that sources report on the thread, in the order of starts. */
    private record Extras(Piece piece, @Nullable NameTables texts) {
        static final Extras NONE = new Extras(Piece.NONE, null);

        Piece mergedInto(Piece own, int from, int to) {
            TrackBuilder all = new TrackBuilder(0, "", Place.THREAD, texts != null ? texts : new NameTables());
            all.addAll(own, 0, own.events().size);
            all.addAll(piece, from, to);
            return all.piece(own.first());
        }
    }

    private final long id;
    private final NameTables texts;
    private List<Part> parts = List.of();
    private TrackContent content = TrackContent.NOTHING;
    private String name = "";
    private boolean threadEnded;
    private long lastNanos = Long.MIN_VALUE;
    private int openCount;

    JoinedTrack(long id, NameTables texts) {
        this.id = id;
        this.texts = texts;
    }

    /** Adds what the thread did next; tells of each end that an event had before. */
    void add(ThreadSegment stretch, TextNumbers numbers, long segmentStart, LongConsumer closedTwice) {
        ThreadSegmentHeader facts = stretch.facts();
        name = facts.trackName();
        threadEnded = facts.threadEnded();
        lastNanos = Math.max(lastNanos, facts.lastNanos());
        content = content.and(facts.content());
        if (stretch.size() > 0) {
            Part part = new Part(stretch, numbers);
            addPart(part);
            openCount += part.open.cardinality();
        }
        Track late = stretch.late();
        if (late.size() > 0) {
            content = content.and(late.content());
        }
        for (int row = 0; row < late.size(); row++) {
            Part part = partOf(stretch.lateOf(row));
            if (part != null) {
                int event = (int) (stretch.lateOf(row) - part.stretch.facts().firstIndex());
                long end = segmentStart + late.durationNanos(row);
                boolean ends = !late.isUnfinished(row);
                addPatch(part, new Patch(event, stretch, row, numbers, end, ends), closedTwice);
            }
        }
    }

    /** Short-lived threads have one. */
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
            // One end may have been told by two who did not know of each other.
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

    /** The part with an event; null if it has been given up, or could not be read. */
    private @Nullable Part partOf(long index) {
        int from = 0;
        int to = parts.size() - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            Part part = parts.get(middle);
            if (part.holds(index)) {
                return part;
            }
            if (part.stretch.facts().firstIndex() > index) {
                to = middle - 1;
            } else {
                from = middle + 1;
            }
        }
        return null;
    }

    /** Events of the stretches. */
    long size() {
        return parts.stream().mapToLong(part -> part.stretch.size()).sum();
    }

    int openCount() {
        return openCount;
    }

    /** Why the ends of the open events are not known. */
    UnfinishedCause cause(UnfinishedCause otherwise) {
        return threadEnded ? UnfinishedCause.THREAD_ENDED : otherwise;
    }

    /** The track, with what else is known to have happened on the thread. */
    Track build(@Nullable TrackBuilder others, long end, PieceCache cache) {
        if (others != null && others.size() > 0) {
            Piece extras = others.piece(0);
            content = content.and(TrackContent.of(extras.events(), extras.arguments()));
            shareOut(new Extras(extras, texts));
        }
        for (Part part : parts) {
            part.openUntil = threadEnded ? lastNanos : end;
        }
        return new Track(id, name, Place.THREAD, Pieces.of(List.copyOf(parts), cache), content, texts);
    }

    /** Gives each part what began before the next one, so that all of it is in the order of starts. */
    private void shareOut(Extras extras) {
        EventColumns columns = extras.piece.events();
        int next = 0;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            part.extras = extras;
            part.firstExtra = next;
            boolean last = i == parts.size() - 1;
            long limit = last ? 0 : parts.get(i + 1).stretch.facts().firstNanos();
            while (next < columns.size && (last || columns.starts[next] < limit)) {
                next++;
            }
            part.endOfExtras = next;
        }
    }
}
