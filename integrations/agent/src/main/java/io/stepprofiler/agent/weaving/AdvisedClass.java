package io.stepprofiler.agent.weaving;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.Nexus;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.pool.TypePool;

/** Class to which advice is added. The first one loads Byte Buddy. */
final class AdvisedClass {
    static {
        // Keeps Byte Buddy from preparing class injection, which advice does not need and newer JDKs warn of.
        System.setProperty(Nexus.PROPERTY, "true");
    }

    private static final ByteBuddy BYTE_BUDDY = new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(Implementation.Context.Disabled.Factory.INSTANCE);

    private final TypePool pool;
    private final TypeDescription type;
    private DynamicType.Builder<?> builder;

    AdvisedClass(String name, ClassLoader loader, byte[] bytes, boolean linked) {
        ClassFileLocator locator = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(name, bytes), ClassFileLocator.ForClassLoader.of(loader));
        pool = new TypePool.Default(new TypePool.CacheProvider.Simple(), locator, TypePool.Default.ReaderMode.FAST);
        type = pool.describe(name).resolve();
        DynamicType.Builder<?> plain = BYTE_BUDDY.decorate(type, locator);
        builder = linked ? plain.visit(new LinkedCalls()) : plain;
    }

    /** Returns whether the weaving has found anything to weave. */
    boolean weave(Weaving weaving) {
        DynamicType.Builder<?> given = builder;
        builder = weaving.weave(given, type);
        return builder != given;
    }

    byte[] bytes() {
        return builder.make(TypeResolutionStrategy.Disabled.INSTANCE, pool).getBytes();
    }
}
