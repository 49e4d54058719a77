package io.stepprofiler.recording;

import java.util.Arrays;

/** Names of labels, numbered from -1 downwards and kept as long as the process. */
public final class LabelTable {
    /** Reference of a label that has no number. */
    public static final int NO_REF = 0;

    /** Names, of which the first {@code labels} are set; assigned last, so that a label's name is visible with it. */
    private static volatile EventName[] names = new EventName[64];

    private static int labels;

    private LabelTable() {}

    /** Returns a number for a name; {@link #NO_REF} if the table is full. */
    public static synchronized int add(EventName name) {
        if (labels >= Limits.MAX_LABELS) {
            return NO_REF;
        }
        EventName[] grown = labels < names.length ? names : Arrays.copyOf(names, labels * 2);
        grown[labels] = name;
        names = grown;
        return - ++labels;
    }

    /** Returns the name with a number. */
    public static EventName nameOf(int ref) {
        return names[-ref - 1];
    }
}
