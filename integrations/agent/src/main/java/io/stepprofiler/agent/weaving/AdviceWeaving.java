package io.stepprofiler.agent.weaving;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

/**
 * Weaving by inlined {@link net.bytebuddy.asm.Advice}. The advice calls public static methods of classes in packages
 * called {@code woven}, with types of the JDK only, and nothing else of ours: where the class loader of the woven class
 * does not find them, such a call becomes a linked one, see {@link LinkedCalls}. Advice may name classes of its
 * framework, because it becomes part of theirs, but not in its own signatures, which are read where the framework may
 * not be seen.
 *
 * <p>The first class that is woven so loads Byte Buddy, some 700 classes; where calls with plain arguments are enough,
 * {@link CallWeaving} needs 32 of them.
 */
public non-sealed interface AdviceWeaving extends Weaving {
    /**
     * {@return the builder with the advice for a class; the given one if nothing is woven into it, which then does not
     * count} Called when the class is loaded, and once more each time that it is transformed again; by
     * several threads at a time.
     *
     * @param builder builder of the woven class; advice is added by {@code visit}; the class must keep its members
     * @param type the class as it is
     */
    DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type);
}
