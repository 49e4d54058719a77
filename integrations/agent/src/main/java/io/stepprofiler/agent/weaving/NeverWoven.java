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

/** The classes that are left alone whatever a pattern says: those of the JDK, of Byte Buddy, and our own. */
final class NeverWoven {
    private static final List<String> PREFIXES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.graalvm.", "net.bytebuddy.");

    /** Where our own classes come from: the agent's jar, and the program's if it brings them itself. */
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
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return OURS.contains(locationOf(domain));
    }

    private static String locationOf(@Nullable ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        // As text: comparing addresses may look up hosts.
        return source == null || source.getLocation() == null
                ? ""
                : source.getLocation().toString();
    }
}
