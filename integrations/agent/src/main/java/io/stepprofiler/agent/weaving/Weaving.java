package io.stepprofiler.agent.weaving;

import java.util.List;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

/**
 * Weaving of the classes of one framework, or of the methods that an option names, by inlined {@link
 * net.bytebuddy.asm.Advice}. The advice calls public static methods of classes in packages called {@code woven}, with
 * types of the JDK only, and no other class of the profiler: such calls become linked ones in class loaders that do not
 * find these classes, see {@link LinkedCalls}. Advice may name classes of its framework, because it becomes part of
 * them, but not in its own signatures, which are read by loaders that may not find the framework.
 *
 * <p>The called methods must first ask whether anything is recorded, must not throw, and must be balanced when
 * recording is switched between enter and exit.
 *
 * <p>Classes of the JDK, of Byte Buddy and of the profiler are never woven. A class that cannot be woven stays as it
 * is, and is counted.
 */
public interface Weaving {
    /** {@return the name in options, messages and the metadata of traces, such as {@code djl}} */
    String name();

    /**
     * {@return whether something may be woven into a class} Called for every class that is loaded, so it adds to the
     * program's startup time.
     *
     * @param type binary name of the class
     */
    boolean weaves(String type);

    /**
     * {@return the builder with the advice for a class; the given one if nothing is woven, so that the class is not
     * counted} Called when the class is loaded, and each time that it is transformed again; by several threads at a
     * time.
     *
     * @param builder builder of the woven class; advice is added by {@code visit}; the class must keep its members
     * @param type the class as it is
     */
    DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type);

    /**
     * {@return whether the called code names classes of the framework; false by default} If so, each class loader that
     * loads the framework gets its own copy of that code.
     */
    default boolean callsNameFramework() {
        return false;
    }

    /** {@return the patterns of the user for which nothing has been found so far; none by default} */
    default List<String> unmatched() {
        return List.of();
    }
}
