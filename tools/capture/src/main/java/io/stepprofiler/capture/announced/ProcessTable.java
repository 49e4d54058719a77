package io.stepprofiler.capture.announced;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Facts about processes of this machine that announcements need. */
interface ProcessTable {
    /** User id of this process. */
    int user() throws IOException;

    /** Start time of a process, which distinguishes it from others with the same id. Throws if it does not exist. */
    String started(long pid) throws IOException;

    /** The process with an id. Throws if it does not exist or is not accessible. */
    ProcessSnapshot of(long pid) throws IOException;

    /** User id of the owner of a file or process. */
    static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid");
    }
}
