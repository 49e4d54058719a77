package io.stepprofiler.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One of the two sides of a bench: a command, and the directories in which its runs are recorded. */
final class BenchSide {
    private final String name;
    private final List<String> command;
    private final Path directory;
    private final List<Path> directories = new ArrayList<>();

    BenchSide(String name, List<String> command, Path directory) {
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
