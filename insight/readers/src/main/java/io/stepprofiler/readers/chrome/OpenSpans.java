package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Begins and ends of events, which are paired at the end of the file: in the order of time, whatever their order in the
 * file. At equal times an end belongs to an event that began before, if there is one.
 */
final class OpenSpans {
    private static final int MARK_BYTES = 60;
    private static final int GROUP_BYTES = 300;
    private static final int KEPT_BYTES = 1000;
    /** Number of the latest begins among which an end looks for its begin. */
    private static final int SEARCHED = 64;

    private static final int END = -1;

    /**
     * Begin of an event, or an end.
     *
     * @param row its row
     * @param event the number of the event on the track; {@link #END} for an end
     * @param time when it is
     * @param name its name in the file
     * @param arguments the end with its arguments; null if it has none
     */
    record Mark(
            FileRow row,
            int event,
            long time,
            String name,
            @Nullable EventRecord arguments) {
        private boolean isEnd() {
            return event == END;
        }
    }

    /** Receiver of the ends. */
    interface Ends {
        /** Takes an end and its begin, which is null if it has none. */
        void end(@Nullable Mark begin, Mark end) throws ImportException;
    }

    private record AsyncKey(String category, String id, String scope) {}

    private final Charges charges;
    private final Map<String, String> names = new HashMap<>();
    /** Begins and ends that may belong together, by row or by key, in the order of the file. */
    private final Map<Object, List<Mark>> groups = new LinkedHashMap<>();

    private final List<Mark> endless = new ArrayList<>();

    OpenSpans(Charges charges) {
        this.charges = charges;
    }

    void begin(EventRecord event, FileRow row, int added) throws ImportException {
        add(event, new Mark(row, added, event.start, name(event), null));
    }

    void end(EventRecord event, FileRow row) throws ImportException {
        event.isKept = event.hasArguments();
        charges.memory(event.isKept ? KEPT_BYTES : 0);
        add(event, new Mark(row, END, event.start, name(event), event.isKept ? event : null));
    }

    private String name(EventRecord event) throws ImportException {
        String known = names.putIfAbsent(event.name, event.name);
        charges.memory(MARK_BYTES + (known == null ? 2L * event.name.length() : 0));
        return known == null ? event.name : known;
    }

    private void add(EventRecord event, Mark mark) throws ImportException {
        boolean isNested = event.phase == 'B' || event.phase == 'E';
        Object key = isNested ? mark.row : new AsyncKey(event.category, event.id, event.scope);
        List<Mark> group = groups.get(key);
        if (group == null) {
            charges.memory(GROUP_BYTES);
            group = new ArrayList<>(2);
            groups.put(key, group);
        }
        group.add(mark);
    }

    /** Adds an event that has no end in the file. */
    void endless(FileRow row, int event, long start) throws ImportException {
        charges.memory(MARK_BYTES);
        endless.add(new Mark(row, event, start, "", null));
    }

    /** Pairs all ends with their begins, and returns the begins that have none. */
    List<Mark> pair(Ends ends) throws ImportException {
        for (List<Mark> group : groups.values()) {
            pair(group, ends);
        }
        return endless;
    }

    private void pair(List<Mark> marks, Ends ends) throws ImportException {
        // Ends without names belong to the innermost event, which only the order of the file tells at equal times.
        boolean isAsWritten = marks.stream().anyMatch(mark -> mark.isEnd() && mark.name.isEmpty())
                && IntStream.range(1, marks.size()).allMatch(i -> marks.get(i - 1).time <= marks.get(i).time);
        marks.sort(Comparator.comparingLong(Mark::time));
        Deque<Mark> open = new ArrayDeque<>();
        Deque<Mark> early = new ArrayDeque<>();
        for (int at = 0, next; at < marks.size(); at = next) {
            next = at + 1;
            while (!isAsWritten && next < marks.size() && marks.get(next).time == marks.get(at).time) {
                next++;
            }
            List<Mark> together = marks.subList(at, next);
            for (Mark mark : together) {
                if (mark.isEnd() && !end(mark, open, ends)) {
                    early.add(mark);
                }
            }
            together.stream().filter(mark -> !mark.isEnd()).forEach(open::push);
            for (Mark mark = early.poll(); mark != null; mark = early.poll()) {
                if (!end(mark, open, ends)) {
                    ends.end(null, mark);
                }
            }
        }
        endless.addAll(open);
    }

    private static boolean end(Mark end, Deque<Mark> open, Ends ends) throws ImportException {
        Iterator<Mark> innermostFirst = open.iterator();
        for (int i = 0; i < SEARCHED && innermostFirst.hasNext(); i++) {
            Mark begin = innermostFirst.next();
            if (end.name.isEmpty() || end.name.equals(begin.name)) {
                innermostFirst.remove();
                ends.end(begin, end);
                return true;
            }
        }
        return false;
    }
}
