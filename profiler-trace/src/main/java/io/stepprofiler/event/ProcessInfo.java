package io.stepprofiler.event;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process that a trace comes from.
 *
 * @param pid the operating system's number of the process
 * @param host the name of the machine
 * @param name the name of the process in viewers; empty if not known
 */
public record ProcessInfo(long pid, String host, String name) {
    private static final String OWN_NAME = "java";
    private static final Path KERNEL_HOSTNAME = Path.of("/proc/sys/kernel/hostname");

    /**
     * Describes a process that is called {@code java}.
     *
     * @param pid the operating system's number of the process
     * @param host the name of the machine
     */
    public ProcessInfo(long pid, String host) {
        this(pid, host, OWN_NAME);
    }

    /**
     * {@return this process}
     *
     * <p>The host name is read from the kernel on Linux, elsewhere from the network, which may take a look-up.
     */
    public static ProcessInfo current() {
        return new ProcessInfo(ProcessHandle.current().pid(), hostName());
    }

    private static String hostName() {
        try {
            String name =
                    Files.readString(KERNEL_HOSTNAME, StandardCharsets.UTF_8).strip();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException e) {
            // Not Linux: ask the network below.
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "localhost";
        }
    }
}
