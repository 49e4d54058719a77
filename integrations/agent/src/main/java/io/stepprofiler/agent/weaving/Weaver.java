package io.stepprofiler.agent.weaving;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.Nexus;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.utility.JavaModule;
import org.jspecify.annotations.Nullable;

/**
 * Applies weavings to the classes of the program: to each as it is loaded, and at once to those that are loaded already.
 * Classes are woven once and for all; recording is switched inside.
 */
public final class Weaver {
    private final List<WeavingStatus> statuses = new ArrayList<>();
    private final ThreadLocal<List<WeavingStatus>> pending = ThreadLocal.withInitial(ArrayList::new);
    private final Consumer<String> warnings;
    private final Consumer<String> details;
    private final Instrumentation instrumentation;
    private final ResettableClassFileTransformer transformer;

    private Weaver(
            Instrumentation instrumentation,
            List<Weaving> weavings,
            Consumer<String> warnings,
            Consumer<String> details) {
        this.instrumentation = instrumentation;
        this.warnings = warnings;
        this.details = details;
        transformer = builder(weavings).installOn(instrumentation);
    }

    /**
     * {@return what weaves from now on}
     *
     * @param instrumentation of the virtual machine; must be able to retransform
     * @param weavings what to weave, in this order where several weave one class
     * @param warnings is told, once a weaving, of a class that could not be woven; on any thread
     * @param details is told of each class that was woven; on any thread
     */
    public static Weaver install(
            Instrumentation instrumentation,
            List<Weaving> weavings,
            Consumer<String> warnings,
            Consumer<String> details) {
        return new Weaver(instrumentation, weavings, warnings, details);
    }

    /** Gives all classes the code back that they had, as if nothing had been woven. */
    public void remove() {
        transformer.reset(instrumentation, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
    }

    /** {@return how often each weaving has been applied so far, in their order} */
    public List<WeavingStatus> statuses() {
        return List.copyOf(statuses);
    }

    private AgentBuilder builder(List<Weaving> weavings) {
        // Byte Buddy would get ready to inject classes, which weaving by advice never does, and for which newer JDKs
        // warn of it.
        System.setProperty(Nexus.PROPERTY, "true");
        AgentBuilder builder = new AgentBuilder.Default(new ByteBuddy()
                        .with(TypeValidation.DISABLED)
                        .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
                        .with(Implementation.Context.Disabled.Factory.INSTANCE))
                .disableClassFormatChanges()
                .with(AgentBuilder.TypeStrategy.Default.DECORATE)
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                // Classes one by one, so that one that fails does not keep others from being woven.
                .with(AgentBuilder.RedefinitionStrategy.BatchAllocator.ForFixedSize.ofSize(1))
                .with(new Applied())
                .ignore(new NeverWoven());
        for (Weaving weaving : weavings) {
            WeavingStatus status = new WeavingStatus(weaving.name());
            statuses.add(status);
            builder = builder.type(weaving.types()).transform((type, description, loader, module, domain) -> {
                pending.get().add(status);
                DynamicType.Builder<?> woven = weaving.weave(type, description);
                if (woven == type) {
                    pending.get().remove(status);
                }
                return woven;
            });
        }
        return builder;
    }

    /** Counts what became of each class: on the thread that transforms it, after the weavings were asked. */
    private final class Applied extends AgentBuilder.Listener.Adapter {
        @Override
        public void onTransformation(
                TypeDescription type,
                @Nullable ClassLoader loader,
                @Nullable JavaModule module,
                boolean loaded,
                DynamicType woven) {
            for (WeavingStatus status : takePending()) {
                status.addWoven();
                details.accept("wove " + type.getName() + " (" + status.name() + ")");
            }
        }

        @Override
        public void onError(
                String type,
                @Nullable ClassLoader loader,
                @Nullable JavaModule module,
                boolean loaded,
                Throwable cause) {
            for (WeavingStatus status : takePending()) {
                if (status.addFailed(type, cause)) {
                    warnings.accept("cannot weave " + type + " (" + status.name() + "), which stays as it is: " + cause
                            + "; further ones are only counted");
                }
            }
        }

        private List<WeavingStatus> takePending() {
            List<WeavingStatus> taken = pending.get();
            pending.remove();
            return taken;
        }
    }
}
