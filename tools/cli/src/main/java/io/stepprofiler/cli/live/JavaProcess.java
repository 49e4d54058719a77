package io.stepprofiler.cli.live;

import com.sun.tools.attach.VirtualMachine;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process that runs a Java virtual machine. The process itself is not contacted: its frameworks are recognized from
 * the files that it has mapped or open, if the system shows them, as Linux does.
 *
 * @param pid process id
 * @param program main class or jar, without arguments
 * @param frameworks training frameworks that it has loaded
 * @param agent whether it has the jar of the agent open
 */
record JavaProcess(long pid, String program, Set<String> frameworks, boolean agent) {
    private static final Path PROC = Path.of("/proc");
    private static final String VIRTUAL_MACHINE = "/libjvm.so";
    private static final Pattern AGENT = Pattern.compile("/step-profiler-agent[^/]*\\.jar");

    private static final Pattern PROFILER = Pattern.compile("/step-profiler-core[^/]*\\.jar");

    /** The other Java processes of this user, sorted by process id. */
    static List<JavaProcess> all() throws IOException {
        List<JavaProcess> found = showsWhatIsLoaded() ? shown() : listed();
        return found.stream()
                .filter(each -> each.pid() != ProcessHandle.current().pid())
                .sorted(Comparator.comparingLong(JavaProcess::pid))
                .toList();
    }

    /** True if the system shows which files a process has mapped and open. */
    static boolean showsWhatIsLoaded() {
        return Files.isDirectory(PROC.resolve("self"));
    }

    private static List<JavaProcess> shown() throws IOException {
        int self = userOf(PROC.resolve("self"));
        List<JavaProcess> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (isOf(process, self)) {
                    of(Long.parseLong(String.valueOf(process.getFileName()))).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    private static boolean isOf(Path process, int user) {
        try {
            return userOf(process) == user;
        } catch (IOException e) {
            return false; // The process has ended.
        }
    }

    /** Virtual machines that publish themselves in files; for systems without {@code /proc}, such as macOS. */
    static List<JavaProcess> listed() throws IOException {
        try {
            return VirtualMachine.list().stream()
                    .map(each -> new JavaProcess(
                            Long.parseLong(each.id()),
                            OneLine.of(JavaProgram.ofDisplayName(each.displayName())),
                            Set.of(),
                            false))
                    .toList();
        } catch (NoClassDefFoundError e) {
            throw new IOException("this Java has no module jdk.attach: run stepprof with a JDK", e);
        }
    }

    /** The Java process with an id; empty if it does not exist, does not run Java or cannot be inspected. */
    static Optional<JavaProcess> of(long pid) {
        Path process = PROC.resolve(String.valueOf(pid));
        try {
            Set<String> files = mapped(process);
            if (files.stream().noneMatch(file -> file.endsWith(VIRTUAL_MACHINE))) {
                return Optional.empty();
            }
            files.addAll(open(process));
            return Optional.of(new JavaProcess(
                    pid,
                    OneLine.of(JavaProgram.of(words(process.resolve("cmdline")))),
                    frameworks(files),
                    anyIs(AGENT, files)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The frameworks that a process has loaded, and this profiler. */
    static Set<String> frameworks(Set<String> files) {
        Set<String> loaded = Frameworks.loaded(files);
        if (anyIs(PROFILER, files)) {
            loaded.add("Step Profiler");
        }
        return loaded;
    }

    private static boolean anyIs(Pattern jar, Set<String> files) {
        return files.stream().anyMatch(file -> jar.matcher(file).find());
    }

    private static Set<String> mapped(Path process) throws IOException {
        try (Stream<String> lines = Files.lines(process.resolve("maps"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.indexOf('/') > 0)
                    .map(line -> line.substring(line.indexOf('/')))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (java.io.UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Set<String> open(Path process) throws IOException {
        Set<String> files = new TreeSet<>();
        try (DirectoryStream<Path> numbers = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path number : numbers) {
                try {
                    files.add(Files.readSymbolicLink(number).toString());
                } catch (IOException e) {
                    // Closed in the meantime.
                }
            }
        }
        return files;
    }

    /** Number of the user who owns a process. */
    static int userOf(Path process) throws IOException {
        return (Integer) Files.getAttribute(process, "unix:uid");
    }

    /** Words of a file separated by zero bytes, as in command lines and environments. */
    static List<String> words(Path file) throws IOException {
        return Stream.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
