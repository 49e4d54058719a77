package io.stepprofiler.capture.announced;

import java.nio.file.Path;

/**
 * A process as seen from this one.
 *
 * @param user user id of its owner
 * @param ownNumber its process id as it sees it, which differs in a container
 * @param started start time, as returned by {@link ProcessTable#started}
 * @param seesTheSame whether it sees the same files as this process
 * @param root its root directory
 */
record ProcessSnapshot(int user, String ownNumber, String started, boolean seesTheSame, Path root) {
    /** Its {@code /tmp} directory. */
    Path temporary() {
        return root.resolve("tmp");
    }

    /** Path here of a file that the process sees under the given path. */
    Path at(Path named) {
        return seesTheSame ? named : root.resolve(Path.of("/").relativize(named));
    }
}
