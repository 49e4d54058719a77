package io.stepprofiler.cli.command;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.text.OneLine;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs commands under the agent, one at a time, and ends them when this process ends. */
final class BenchRuns {
    private static final int LAST_LINES = 15;
    private static final int LAST_BYTES = 1 << 14;
    private static final long SECONDS_TO_END = 5;
    private static final String JAVA_OPTIONS = "JAVA_TOOL_OPTIONS";

    /** One of the two sides of a bench: a command, and the directories in which its runs are recorded. */
    static final class Side {
        private final String name;
        private final List<String> command;
        private final Path directory;
        private final List<Path> directories = new ArrayList<>();

        Side(String name, List<String> command, Path directory) {
            this.name = name;
            this.command = List.copyOf(command);
            this.directory = directory;
        }

        String name() {
            return name;
        }

        List<String> command() {
            return command;
        }

        /** The directory of the next run. */
        Path next() {
            Path next = directory.resolve(name + "-" + (directories.size() + 1));
            directories.add(next);
            return next;
        }

        /** The directories of all runs so far. */
        List<Path> directories() {
            return List.copyOf(directories);
        }
    }

    private final Path agent;
    private final String options;
    private final PrintWriter err;

    BenchRuns(Path agent, String options, PrintWriter err) {
        this.agent = agent;
        this.options = options;
        this.err = err;
    }

    /**
     * Runs the command of a side once.
     *
     * @throws IOException if the command fails or records nothing
     */
    void run(Side side, int round, int rounds) throws IOException, InterruptedException {
        Path directory = side.next();
        Files.createDirectories(directory);
        Path log = directory.resolve("output.log");
        long begin = System.nanoTime();
        Process process = start(side.command(), directory, log);
        int code = await(process);
        long nanos = System.nanoTime() - begin;
        if (code != 0) {
            throw failed(side, round, "ended with " + code, log);
        }
        if (InputFile.at(directory).isEmpty()) {
            throw failed(side, round, "recorded no step: define a step with --agent=step=CLASS.METHOD", log);
        }
        err.println(OneLine.of(
                "bench: run " + (round + 1) + " of " + rounds + ", " + side.name() + ": " + Amount.time(nanos)));
        err.flush();
    }

    private Process start(List<String> command, Path directory, Path log) throws IOException {
        String argument = "-javaagent:" + agent + "=dir=" + directory + "," + options;
        if (directory.toString().contains(",")) {
            throw new IOException("the agent accepts no comma in the name of a directory: " + directory);
        }
        List<String> all = new ArrayList<>(command);
        ProcessBuilder builder = new ProcessBuilder();
        if (isJava(command.get(0))) {
            all.add(1, argument);
        } else {
            // A script: the agent is loaded into every virtual machine that it starts.
            builder.environment().merge(JAVA_OPTIONS, argument, (before, more) -> before + " " + more);
        }
        Process process = builder.command(all)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        // The command must not wait for input.
        process.getOutputStream().close();
        return process;
    }

    /** Returns whether a command can be run, by its path or its name in {@code PATH}; true on systems that add endings. */
    static boolean isProgram(String command) {
        String path = System.getenv("PATH");
        return File.separatorChar != '/'
                || path == null
                || (command.contains("/") ? Stream.of("") : Stream.of(path.split(File.pathSeparator, -1)))
                        .map(directory -> Path.of(directory, command))
                        .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
    }

    private static boolean isJava(String program) {
        Path name = Path.of(program).getFileName();
        return name != null
                && (name.toString().equals("java") || name.toString().equals("java.exe"));
    }

    private static int await(Process process) throws InterruptedException {
        Thread end = new Thread(() -> end(process), "stepprof-bench-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            end(process);
            throw e;
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(end);
            } catch (IllegalStateException e) {
                // The shutdown hook is running already.
            }
        }
    }

    private static void end(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException e) {
            all.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }

    private IOException failed(Side side, int round, String what, Path log) throws IOException {
        String run = "run " + (round + 1) + " of '" + side.name() + "'";
        err.println(
                "bench: the output of " + run + ", " + OneLine.of(side.command().toString()) + ", ends with:");
        for (String line : last(log)) {
            err.println("  " + OneLine.of(line));
        }
        return new IOException(run + " " + what + "; all of its output is in " + log);
    }

    private static List<String> last(Path log) throws IOException {
        try (SeekableByteChannel file = Files.newByteChannel(log)) {
            file.position(Math.max(0, file.size() - LAST_BYTES));
            byte[] bytes = Channels.newInputStream(file).readNBytes(LAST_BYTES);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        }
    }
}
