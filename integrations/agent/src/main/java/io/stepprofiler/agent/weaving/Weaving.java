package io.stepprofiler.agent.weaving;

import java.util.List;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

/**
 * Weaving of the classes of one framework, or of the methods that an option names.
 *
 * <p>Weave by inlined {@link net.bytebuddy.asm.Advice} that calls public static methods of classes in packages called
 * {@code woven}, with types of the JDK only, and nothing else of ours: where the class loader of the woven class does
 * not find them, such a call becomes a linked one, see {@link LinkedCalls}. Advice may name classes of its framework,
 * because it becomes part of theirs, but not in its own signatures, which are read where the framework may not be seen.
 * Whatever it calls must first ask whether anything is recorded, must not throw, and must be balanced when recording is
 * switched between enter and exit.
 *
 * <p>JDK classes, Byte Buddy's and our own are never asked for. One that cannot be woven stays as it is, and is
 * counted.
 */
public interface Weaving {
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
     * {@return the builder with the advice for a class; the given one if nothing is woven into it, which then does not
     * count} Called when the class is loaded, and once more each time that it is transformed again; by
     * several threads at a time.
     *
     * @param builder builder of the woven class; advice is added by {@code visit}; the class must keep its members
     * @param type the class as it is
     */
    DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type);

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
