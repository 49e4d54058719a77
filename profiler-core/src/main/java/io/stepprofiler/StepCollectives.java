package io.stepprofiler;

import io.stepprofiler.columns.CollectiveColumn;
import io.stepprofiler.event.Collective;
import io.stepprofiler.ledger.KnownGroups;
import io.stepprofiler.recording.RowRing;
import io.stepprofiler.recording.ThreadTime;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collectives of the present step on the thread that ends the steps, as the scopes of {@link Communication} mark them.
 * Another thread's calls do not count: it communicates while the step goes on. A collective inside another one does not
 * count either, and one that is open at the end of the step counts up to there. Allocates nothing after its creation.
 */
final class StepCollectives implements Consumer<Object> {
    /**
     * Most collectives of a step that are kept: the ones with the most bytes, of equal ones the last. All ranks keep the same,
     * so that they can be compared; their durations differ.
     */
    static final int KEPT = 16;

    /** Series of a collective whose group has no number: only its time counts. */
    private static final int NOT_KEPT = -1;

    private static final int KINDS = Collective.values().length;

    private final RowRing ring;
    private final BooleanSupplier isHere;

    /** Rows of the step in order of time, and one more for the collective that is open. */
    private final long[][] rows = new long[KEPT + 1][];

    private final int[] counts = new int[KnownGroups.MOST * KINDS];
    private int size;
    private @Nullable Object open;
    private int openSeries;
    private long openBytes;
    private long arrivalNanos;
    private boolean isMarked;
    private long nanos;
    private long count;

    StepCollectives(RowRing ring, BooleanSupplier isHere) {
        this.ring = ring;
        this.isHere = isHere;
        Arrays.setAll(rows, i -> ring.newRow());
    }

    /** Number of the collectives of a group and a kind. */
    @SuppressWarnings("EnumOrdinal") // The number in the schema, which a test compares.
    static int series(int group, Collective kind) {
        return group == KnownGroups.NONE ? NOT_KEPT : group * KINDS + kind.ordinal();
    }

    /** Forgets all collectives: a step begins. */
    void restart() {
        isMarked = false;
        clear();
    }

    private void clear() {
        if (count > 0) {
            Arrays.fill(counts, 0);
        }
        open = null;
        size = 0;
        nanos = 0;
        count = 0;
    }

    /** Notes that the thread enters a collective; false if it is in one already. */
    boolean began(Object scope, int series, long bytes, long now) {
        if (open != null) {
            return false;
        }
        open = scope;
        openSeries = series;
        openBytes = bytes;
        isMarked = true;
        arrivalNanos = now;
        return true;
    }

    /** Notes that a scope was closed. */
    @Override
    public void accept(Object scope) {
        if (open == scope && isHere.getAsBoolean()) {
            end(System.nanoTime());
        }
    }

    /** Ends the open collective. */
    void end(long now) {
        open = null;
        nanos += now - arrivalNanos;
        count++;
        if (openSeries != NOT_KEPT) {
            long[] row = rows[size];
            int column = 1; // The number of the step is not known yet.
            row[column++] = openSeries / KINDS;
            row[column++] = openSeries % KINDS;
            row[column++] = counts[openSeries]++;
            row[column++] = openBytes;
            row[column++] = arrivalNanos;
            row[column] = now;
            if (size < KEPT) {
                size++;
            } else {
                leaveOutSmallest();
            }
        }
    }

    private void leaveOutSmallest() {
        int smallest = 0;
        for (int i = 1; i < rows.length; i++) {
            if (CollectiveColumn.BYTES.of(rows[i]) < CollectiveColumn.BYTES.of(rows[smallest])) {
                smallest = i;
            }
        }
        long[] free = rows[smallest];
        System.arraycopy(rows, smallest + 1, rows, smallest, KEPT - smallest);
        rows[KEPT] = free;
    }

    /**
     * Ends the step of the thread, and adds its collectives to the ring.
     *
     * @param to the row of the step, which gets the time and the number of the collectives
     * @param column index of the first of the two columns
     */
    void stepEnded(long number, long now, long[] to, int column) {
        if (open != null) {
            end(now);
        }
        for (int i = 0; i < size; i++) {
            rows[i][0] = number;
            ring.add(rows[i]);
        }
        to[column] = isMarked ? nanos : ThreadTime.UNKNOWN;
        to[column + 1] = isMarked ? count : ThreadTime.UNKNOWN;
        clear();
    }
}
