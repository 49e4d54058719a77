package io.stepprofiler.handlers.rows;

/**
 * By how many nanoseconds the durations of one track are written shorter than they are.
 *
 * <p>Viewers of JSON read times as doubles of microseconds since the base time, whose steps are about a nanosecond, and
 * add them. Two events that end, or end and begin, at the same nanosecond may so come to overlap by a rounding error,
 * and the later one is then not shown. Where that would happen the duration is written shorter by as little as prevents
 * it; the event says by how much.
 *
 * <p>Mostly by one or two, so that two bits an event will do, and sixteen more where some event of the same page needs
 * them.
 */
public final class Shortening {
    private static final double NANOS_A_MICRO = 1000.0;
    /** Events that are this far apart stay apart: each end is off by less than a nanosecond. */
    private static final long SAFE_NANOS = 2;

    /** Events of a page; a page exists where an event is shortened. */
    private static final int PAGE = 1 << 15;

    private static final int PER_WORD = 32;
    /** The largest value of two bits: it says that the page of shorts has the value. */
    private static final int WIDE = 3;

    private final RowStyle style;
    private final long[][] pages;
    private final short[][] widePages;
    private int count;
    private boolean changed;

    /** Nothing is shortened, of so many events. */
    Shortening(int items, RowStyle style) {
        this.style = style;
        pages = new long[(items + PAGE - 1) / PAGE][];
        widePages = new short[pages.length][];
    }

    boolean isEmpty() {
        return count == 0;
    }

    /**
     * {@return by how many nanoseconds the duration of an item is to be written shorter}
     *
     * @param item number of the event or step
     */
    public int of(int item) {
        long[] page = count == 0 ? null : pages[item / PAGE];
        if (page == null) {
            return 0;
        }
        int narrow = (int) (page[item % PAGE / PER_WORD] >>> (2 * (item % PER_WORD))) & WIDE;
        return narrow < WIDE ? narrow : Short.toUnsignedInt(widePages[item / PAGE][item % PAGE]);
    }

    /** {@return the number of durations that are to be written shorter} */
    public int count() {
        return count;
    }

    /** Whether something was shortened since this was last asked. */
    boolean takeChanged() {
        boolean result = changed;
        changed = false;
        return result;
    }

    /** The latest end, given that the limit is the end of an event, from which a viewer does not go past that limit. */
    long endWithin(int item, long start, long end, long limitStart, long limitEnd) {
        if (!style.rounds() || end <= limitEnd - SAFE_NANOS) {
            return end;
        }
        double limit = viewed(limitStart, limitEnd);
        long shortened = end;
        while (shortened > start && viewed(start, shortened) > limit) {
            shortened--;
        }
        if (shortened < end) {
            add(item, (int) (end - shortened));
        }
        return shortened;
    }

    /**
     * {@return where a viewer sees the end of an event}
     *
     * @param start when it begins, in nanoseconds since the base time
     * @param end when it ends
     */
    public static double viewed(long start, long end) {
        return start / NANOS_A_MICRO + (end - start) / NANOS_A_MICRO;
    }

    private void add(int item, int nanos) {
        int before = of(item);
        int after = before + nanos;
        int number = item / PAGE;
        if (pages[number] == null) {
            pages[number] = new long[PAGE / PER_WORD];
        }
        long bits = (long) (before < WIDE ? before : WIDE) ^ Math.min(after, WIDE);
        pages[number][item % PAGE / PER_WORD] ^= bits << (2 * (item % PER_WORD));
        if (after >= WIDE) {
            if (widePages[number] == null) {
                widePages[number] = new short[PAGE];
            }
            widePages[number][item % PAGE] = (short) after;
        }
        count += before == 0 ? 1 : 0;
        changed = true;
    }
}
