package io.stepprofiler.capture.announced;

import java.nio.file.Path;

/**
 * A process as another one sees it.
 *
 * @param user number of the user that it belongs to
 * @param ownNumber its number as it knows it itself, which is another one in a container
 * @param started when it began, as {@link Processes#started} tells it
 * @param seesTheSame whether it sees the files that this process sees, by the same names
 * @param root what it sees as the root directory
 */
record SeenProcess(int user, String ownNumber, String started, boolean seesTheSame, Path root) {
    /** What it sees as {@code /tmp}. */
    Path temporary() {
        return root.resolve("tmp");
    }

    /** How a file is named here that it names so. */
    Path at(Path named) {
        return seesTheSame ? named : root.resolve(Path.of("/").relativize(named));
    }
}
