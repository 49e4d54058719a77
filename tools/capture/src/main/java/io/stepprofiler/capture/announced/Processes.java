package io.stepprofiler.capture.announced;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine tells of its processes, as far as announcements need it. */
interface Processes {
    /** Number of the user that this process belongs to. */
    int user() throws IOException;

    /** When a process began: no other process of that number has the same. Throws if there is none. */
    String started(long pid) throws IOException;

    /** A process, by its number here. Throws if there is none, or it is not to be looked at. */
    SeenProcess of(long pid) throws IOException;

    /** Number of the user whose file it is, or process. */
    static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid");
    }
}
