package io.stepprofiler.agent.weaving;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.stepprofiler.frameworks.Fact;
import io.stepprofiler.frameworks.Frameworks;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Choice of the classes whose calls are counted, by the place of a class, its name and its annotations. */
final class CountedClasses {
    private static final int MOST = 2_000;

    /** Directories, source files, and the program's part of an archive: libraries are elsewhere. */
    private static final Pattern OWN = Pattern.compile("file:.*(/|\\.java)|.*-INF/classes!?/.*");

    private static final Pattern FRAMEWORKS = Pattern.compile(String.join("|", Frameworks.names(Fact.CLASSES)));
    private static final Set<String> STEPS = Frameworks.names(Fact.STEP_CLASS);

    private final String annotation;

    /** End of the descriptor of the annotation, which each class that has it contains. */
    private final String marker;

    private int classes;

    /** Place of the program's main class; null until it is loaded. */
    private volatile @Nullable String home;

    CountedClasses(String annotation) {
        this.annotation = annotation;
        marker = annotation.substring(annotation.lastIndexOf('.') + 1) + ";";
        // The main class is loaded already.
        home = isCalledBy("loadClassAndCallAgentmain") ? "" : null;
    }

    private static boolean isCalledBy(String method) {
        return StackWalker.getInstance()
                .walk(all -> all.anyMatch(each -> each.getMethodName().equals(method)));
    }

    /** The simple name of an annotation may be another's: {@link CountedCalls} compares the whole. */
    boolean wants(String type, ClassLoader loader, @Nullable ProtectionDomain domain, byte[] code) {
        return isOwn(type, loader, NeverWoven.locationOf(domain))
                || STEPS.contains(type)
                || new String(code, ISO_8859_1).contains(marker);
    }

    // A9: by its place, and when it is loaded, since loops in loaded classes would become slow.
    private boolean isOwn(String type, ClassLoader loader, String place) {
        // Other agents load classes before the main class.
        if (home == null && loader == ClassLoader.getSystemClassLoader() && !isCalledBy("loadClassAndCallPremain")) {
            home = place;
        }
        return (OWN.matcher(place).matches() || (!place.isEmpty() && place.equals(home)))
                && !FRAMEWORKS.matcher(type).lookingAt()
                && classes++ < MOST;
    }

    byte @Nullable [] weave(byte[] code, byte @Nullable [] woven) {
        try {
            return CountedCalls.weave(woven == null ? code : woven, annotation);
        } catch (RuntimeException e) {
            // Its calls cannot be counted.
            return woven;
        }
    }
}
