package io.stepprofiler.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limits that Linux sets to the container of a process, by its control group of version 2 or 1. All limits are
 * empty if there is no group or it sets none. Immutable; each method reads a small file.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v2.html">Linux, "Control Group v2"</a>
 */
public final class ControlGroup {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final Path OF_PROCESS = Path.of("/proc/self/cgroup");

    /** Version 1 shows an absent limit as nearly the largest long; this and more means no limit. */
    private static final long NO_LIMIT = 1L << 60;

    private static final long NANOS_A_MICRO = 1000;

    private final Path processors;
    private final Path memory;
    private final boolean isSecond;

    private ControlGroup(Path processors, Path memory, boolean isSecond) {
        this.processors = processors;
        this.memory = memory;
        this.isSecond = isSecond;
    }

    /** {@return the control group of this process} */
    public static ControlGroup ofProcess() {
        return of(ROOT, OF_PROCESS);
    }

    /**
     * {@return the control group of a process}
     *
     * @param root the mount point of control groups
     * @param ofProcess the file that names the control groups of the process
     */
    static ControlGroup of(Path root, Path ofProcess) {
        List<String> groups = lines(ofProcess);
        if (Files.exists(root.resolve("cgroup.controllers"))) {
            Path group = group(root, groups, "");
            return new ControlGroup(group, group, true);
        }
        Path processors = group(root.resolve("cpu"), groups, "cpu");
        return new ControlGroup(processors, group(root.resolve("memory"), groups, "memory"), false);
    }

    /** The directory of a controller; inside a container mostly the mount point itself. */
    private static Path group(Path root, List<String> groups, String controller) {
        for (String line : groups) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains(controller)) {
                Path inside = root.resolve(parts[2].replaceFirst("^/+", "")).normalize();
                return inside.startsWith(root) && Files.isDirectory(inside) ? inside : root;
            }
        }
        return root;
    }

    /** {@return the processor limit, in processors; empty if there is none} */
    public OptionalDouble processors() {
        long quota;
        long period;
        if (isSecond) {
            String[] limit = first(processors.resolve("cpu.max")).split(" ", 2);
            quota = number(limit[0]).orElse(-1);
            period = limit.length == 2 ? number(limit[1]).orElse(0) : 0;
        } else {
            quota = number(first(processors.resolve("cpu.cfs_quota_us"))).orElse(-1);
            period = number(first(processors.resolve("cpu.cfs_period_us"))).orElse(0);
        }
        return quota > 0 && period > 0 ? OptionalDouble.of((double) quota / period) : OptionalDouble.empty();
    }

    /** {@return the memory limit in bytes; empty if there is none} */
    public OptionalLong memoryBytes() {
        OptionalLong limit = number(first(memory.resolve(isSecond ? "memory.max" : "memory.limit_in_bytes")));
        return limit.isPresent() && limit.getAsLong() < NO_LIMIT ? limit : OptionalLong.empty();
    }

    /** {@return the total time its threads were throttled, in nanoseconds; empty if not known} */
    public OptionalLong throttledNanos() {
        String key = isSecond ? "throttled_usec " : "throttled_time ";
        Optional<String> found = lines(processors.resolve("cpu.stat")).stream()
                .filter(line -> line.startsWith(key))
                .findFirst();
        OptionalLong value =
                found.map(line -> number(line.substring(key.length()))).orElse(OptionalLong.empty());
        return value.isPresent() && isSecond ? OptionalLong.of(value.getAsLong() * NANOS_A_MICRO) : value;
    }

    private static String first(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? "" : lines.get(0);
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            // Such as "max", for no limit.
            return OptionalLong.empty();
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }
}
