package io.stepprofiler.agent.weaving;

import java.util.List;

/**
 * Weaving of the classes of one framework, or of the methods that an option names.
 *
 * <p>It says what to weave as {@linkplain CallWeaving calls} or, where these are not enough, as {@linkplain
 * AdviceWeaving advice}.
 * Whatever is called must first ask whether anything is recorded, must not throw, and must be balanced when recording is
 * switched between enter and exit.
 *
 * <p>JDK classes, Byte Buddy's and our own are never asked for. One that cannot be woven stays as it is, and is
 * counted.
 */
public sealed interface Weaving permits CallWeaving, AdviceWeaving {
    /** {@return what it is called in options, messages and the metadata of traces, such as {@code djl}} */
    String name();

    /**
     * {@return whether something may be woven into a class} Asked for every class that is loaded, at the cost of its
     * start.
     *
     * @param type its binary name
     */
    boolean weaves(String type);

    /**
     * {@return whether what woven code calls names classes of the framework; not by default} Then there is one copy of
     * it for each class loader that loads the framework, beside the framework's classes.
     */
    default boolean callsNameFramework() {
        return false;
    }

    /**
     * {@return whether steps of the program end in what is woven into a class; not by default} A program in which such
     * a class is there before the agent may have trained before.
     *
     * @param type its binary name
     */
    default boolean endsSteps(String type) {
        return false;
    }

    /** {@return the patterns of the user for which nothing has been found so far; none by default} */
    default List<String> unmatched() {
        return List.of();
    }
}
