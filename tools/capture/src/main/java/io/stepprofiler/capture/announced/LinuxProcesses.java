package io.stepprofiler.capture.announced;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Processes on Linux, from {@code /proc}. */
final class LinuxProcesses implements ProcessTable {
    private static final Path PROC = Path.of("/proc");

    /** Mount namespace of a process; containers have their own. */
    private static final String MOUNTS = "ns/mnt";

    private final Path proc;
    private final Owners owners;

    /** Function that returns the user id of the owner of a file or process. */
    @FunctionalInterface
    interface Owners {
        int of(Path file) throws IOException;
    }

    LinuxProcesses(Path proc, Owners owners) {
        this.proc = proc;
        this.owners = owners;
    }

    static boolean isHere() {
        return Files.isDirectory(PROC.resolve("self"));
    }

    static LinuxProcesses ofTheMachine() {
        return new LinuxProcesses(PROC, ProcessTable::owner);
    }

    @Override
    public int user() throws IOException {
        return owners.of(proc.resolve("self"));
    }

    /** The start time in clock ticks since boot. */
    @Override
    public String started(long pid) throws IOException {
        String stat = Files.readString(directory(pid).resolve("stat"), StandardCharsets.ISO_8859_1);
        // The second field is a name with any characters, in parentheses; the start time is the 22nd.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        if (fields.length < 20) {
            throw new IOException("process " + pid + " has no start time");
        }
        return fields[19];
    }

    @Override
    public ProcessSnapshot of(long pid) throws IOException {
        Path process = directory(pid);
        return new ProcessSnapshot(
                owners.of(process), ownNumber(pid), started(pid), seesTheSame(process), process.resolve("root"));
    }

    private Path directory(long pid) {
        return proc.resolve(String.valueOf(pid));
    }

    private String ownNumber(long pid) throws IOException {
        try (Stream<String> lines = Files.lines(directory(pid).resolve("status"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("NSpid:"))
                    .map(line ->
                            line.substring(line.strip().lastIndexOf('\t') + 1).strip())
                    .findFirst()
                    .orElse(String.valueOf(pid));
        }
    }

    /** True if a process shares the root directory and mounts of this one; false for a process in a container. */
    private boolean seesTheSame(Path process) {
        Path self = proc.resolve("self");
        try {
            return Files.isSameFile(process.resolve("root"), self.resolve("root"))
                    && Files.isSameFile(process.resolve(MOUNTS), self.resolve(MOUNTS));
        } catch (IOException e) {
            return false;
        }
    }
}
