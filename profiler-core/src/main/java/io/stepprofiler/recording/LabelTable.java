package io.stepprofiler.recording;

import java.util.Arrays;

/** The names of labels, numbered from -1 downwards: they are kept as long as the process. */
public final class LabelTable {
    /** The reference of a label that has no number. */
    public static final int NO_REF = 0;

    /** The first {@code labels} of them are there; written anew, so that who sees a label sees its name. */
    private static volatile EventName[] names = new EventName[64];

    private static int labels;

    private LabelTable() {}

    /** A number for a name; {@link #NO_REF} if there are as many as there is room for. */
    public static synchronized int add(EventName name) {
        if (labels >= Limits.MAX_LABELS) {
            return NO_REF;
        }
        EventName[] grown = labels < names.length ? names : Arrays.copyOf(names, labels * 2);
        grown[labels] = name;
        names = grown;
        return - ++labels;
    }

    /** The name with a number. */
    public static EventName nameOf(int ref) {
        return names[-ref - 1];
    }
}
