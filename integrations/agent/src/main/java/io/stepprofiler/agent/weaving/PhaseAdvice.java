package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenStartup;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.bytebuddy.asm.Advice;

/** Makes the first call of a method a phase of the start of the process. */
public final class PhaseAdvice {
    private PhaseAdvice() {}

    /**
     * {@return advice for methods, of which the first call of any is the phase}
     *
     * @param phase which phase, one of those of {@link WovenStartup}
     */
    public static Advice phase(String phase) {
        return Advice.withCustomMapping().bind(Phase.class, phase).to(AroundFirst.class);
    }

    /** Marks the parameter of an advice that gets the name of the phase as a constant. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    private @interface Phase {}

    private static final class AroundFirst {
        @Advice.OnMethodEnter
        static boolean enter(@Phase String phase) {
            return WovenStartup.enter(phase);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter boolean begun, @Phase String phase) {
            WovenStartup.exit(begun, phase);
        }
    }
}
