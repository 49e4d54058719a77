package io.stepprofiler.analysis.steps;

import io.stepprofiler.event.StepMark;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Steps of a window as columns of tables: column 0 is outside steps, and the steps follow in order. Events of the
 * thread of the steps belong to the step that they are in, and so do events of threads without steps; events of other
 * threads with steps belong to none.
 */
public final class StepAxis {
    /** Column outside steps. */
    public static final int OUTSIDE = 0;

    /** Column of {@link #within} in the times without pauses. */
    public static final int RUNNING = 1;

    /** Column of {@link #within} in pauses. */
    public static final int PAUSED = 2;

    private final List<StepMark> steps;
    private final Set<Long> others;
    private final Instants instants;
    private final Instants outside = new Instants(List.of());

    /** Takes the complete steps of a window, in order, and the ids of the tracks of other threads with steps. */
    StepAxis(List<StepMark> steps, Set<Long> others) {
        this.steps = steps;
        this.others = others;
        instants = new Instants(steps);
    }

    /** {@return the steps; the column of each is its index plus 1} */
    public List<StepMark> steps() {
        return steps;
    }

    /**
     * {@return whether the steps are of a thread}
     *
     * @param trackId id of its track
     */
    public boolean isStepping(long trackId) {
        return !steps.isEmpty() && steps.get(0).trackId() == trackId;
    }

    /**
     * {@return the columns of the instants of a track}
     *
     * @param trackId id of the track
     */
    public Instants of(long trackId) {
        return others.contains(trackId) ? outside : instants;
    }

    /**
     * {@return columns for walks that add up the times in some steps: {@link #RUNNING} and {@link #PAUSED}}
     *
     * @param steps times of the steps
     * @param pauses pauses, in the steps or not
     */
    public static Instants within(IntervalSet steps, IntervalSet pauses) {
        IntervalSet[] sets = {steps.minus(pauses), steps.and(pauses)};
        int[] next = new int[sets.length];
        long[] changes = new long[2 * (sets[0].size() + sets[1].size())];
        int[] columns = new int[changes.length];
        for (int i = 0; i < changes.length; i += 2) {
            boolean isPaused = next[0] == sets[0].size()
                    || (next[1] < sets[1].size() && sets[1].start(next[1]) < sets[0].start(next[0]));
            int set = isPaused ? 1 : 0;
            changes[i] = sets[set].start(next[set]);
            columns[i] = isPaused ? PAUSED : RUNNING;
            changes[i + 1] = sets[set].end(next[set]++);
            columns[i + 1] = OUTSIDE;
        }
        return new Instants(changes, columns);
    }

    /** Receiver of the parts of a time. */
    @FunctionalInterface
    public interface Taker {
        /**
         * Takes a part.
         *
         * @param column the column of the part
         * @param nanos its duration
         */
        void take(int column, long nanos);
    }

    /** Map from instants to columns. Immutable. */
    public static final class Instants {
        private final long[] changes;
        private final int[] columns;

        /** Takes the arrays over. */
        private Instants(long[] changes, int[] columns) {
            this.changes = changes;
            this.columns = columns;
        }

        /** Takes steps that do not overlap, in order. */
        private Instants(List<StepMark> steps) {
            changes = steps.stream()
                    .flatMapToLong(step -> LongStream.of(step.startNanos(), end(step)))
                    .distinct()
                    .toArray();
            columns = new int[changes.length];
            for (int i = 0, at = 0; i < steps.size(); i++) {
                at += at < changes.length && changes[at] < steps.get(i).startNanos() ? 1 : 0;
                if (steps.get(i).durationNanos() > 0) {
                    columns[at++] = i + 1;
                }
            }
        }

        private static long end(StepMark step) {
            return step.startNanos() + step.durationNanos();
        }

        /**
         * {@return the column of an instant}
         *
         * @param nanos the instant, on the clock of the trace
         */
        public int at(long nanos) {
            int next = firstAfter(nanos);
            return next == 0 ? OUTSIDE : columns[next - 1];
        }

        /** Returns the number of changes of the column. */
        int changes() {
            return changes.length;
        }

        /** Returns the instant of a change, by its number from 0; {@link Long#MAX_VALUE} after the last change. */
        long change(int number) {
            return number < changes.length ? changes[number] : Long.MAX_VALUE;
        }

        /** Returns the column after a change. */
        int columnFrom(int number) {
            return columns[number];
        }

        /** Returns the instant of the last change, or the given instant if it is later. */
        long lastChange(long instant) {
            return changes.length == 0 ? instant : Math.max(instant, changes[changes.length - 1]);
        }

        private int firstAfter(long nanos) {
            int found = Arrays.binarySearch(changes, nanos);
            return found < 0 ? -found - 1 : found + 1;
        }

        /**
         * Splits a time by the columns that it belongs to.
         *
         * @param from its first instant
         * @param until the first instant after it
         * @param taker receives the parts, ordered by time
         */
        public void split(long from, long until, Taker taker) {
            long at = from;
            for (int next = firstAfter(from); at < until; next++) {
                long end = next < changes.length ? Math.min(changes[next], until) : until;
                taker.take(next == 0 ? OUTSIDE : columns[next - 1], end - at);
                at = end;
            }
        }
    }
}
