package io.stepprofiler;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Permission;

/** A training loop under a security manager that lets nobody touch threads; for a process of its own. */
@SuppressWarnings("removal") // Security managers are there in Java 17.
final class GuardedLoop {
    private GuardedLoop() {}

    private static final class Guard extends SecurityManager {
        @Override
        public void checkPermission(Permission permission) {
            if (permission.getName().equals("modifyThread")) {
                throw new SecurityException(permission.getName());
            }
        }
    }

    /** Argument: the file that says how many traces there were. */
    public static void main(String[] arguments) throws Exception {
        int[] traces = {0};
        System.setSecurityManager(new Guard());
        Profile profile = Profile.builder().onTraceReady(trace -> traces[0]++).start();
        Scope.open("work").close();
        profile.close();
        Files.writeString(
                Path.of(arguments[0]),
                traces[0] + " traces, " + profile.failures().size() + " failures");
    }
}
