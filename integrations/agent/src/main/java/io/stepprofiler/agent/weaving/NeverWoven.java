package io.stepprofiler.agent.weaving;

import io.stepprofiler.Profile;
import io.stepprofiler.schedule.Schedule;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Classes that are never woven, even if a pattern names them: the JDK, Byte Buddy and our own. */
final class NeverWoven {
    private static final List<String> PREFIXES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.graalvm.", "net.bytebuddy.");

    /** Locations of our own classes: the agent's jar, and the program's if it contains them. */
    private static final Set<String> OURS = Stream.of(NeverWoven.class, Profile.class, Schedule.class)
            .map(Class::getProtectionDomain)
            .map(NeverWoven::locationOf)
            .filter(location -> !location.isEmpty())
            .collect(Collectors.toUnmodifiableSet());

    private NeverWoven() {}

    static boolean contains(String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
        if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
            return true;
        }
        return contains(name) || OURS.contains(locationOf(domain));
    }

    /** Returns whether no class of this name is woven. */
    static boolean contains(String name) {
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    static String locationOf(@Nullable ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        // Text, because comparing URLs may look up hosts.
        return source == null || source.getLocation() == null
                ? ""
                : source.getLocation().toString();
    }
}
